import { ApiError } from "../../errors.ts";
import type { PartName, Verification } from "../../verification/types.ts";
import { commit } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { changeVerification } from "./change-verification.ts";
import { type Check, type CheckContext, type CheckSubject, openCheck } from "./open-check.ts";
import { takeResults } from "./take-results.ts";

interface CheckedParts {
  readonly subject: CheckSubject;
  readonly parts: readonly [PartName, ...PartName[]];
}

/**
 * Opens a check of parts of a verification and runs it: see `openCheck`. If it fails after an engine has
 * worked on it, it counts as a capture of each part that could not be judged.
 */
export async function runCheck<Result>(
  ctx: CheckContext<Result>,
  { subject, parts }: CheckedParts,
  run: (check: Check<Result>) => Promise<Answer>,
): Promise<Answer> {
  const check = await openCheck(ctx, subject, parts);
  try {
    return await run(check);
  } catch (error) {
    const { verification } = check;
    if (verification !== null && ctx.call.engines.countsIn(error)) {
      await countFailure(check, verification, parts);
    }
    throw error;
  }
}

async function countFailure(
  check: Check,
  verification: Verification,
  [first, ...rest]: CheckedParts["parts"],
): Promise<void> {
  const failed = (part: PartName) =>
    ({ part, outcome: "capture_quality", reason: "not_processed", resultIds: [], capture: "" }) as const;
  const work = { results: [failed(first), ...rest.map(failed)], templates: new Map() } as const;
  await changeVerification(check, {
    verification,
    advance: (current) => takeResults(check, current, work),
    write: (batch) => commit(check, batch),
  }).catch((error: unknown) => {
    // Another call has closed the verification, or used up its attempts: nothing is left to count.
    if (!(error instanceof ApiError)) throw error;
  });
}
