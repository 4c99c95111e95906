import type { StoreMedia } from "../../vocabulary/enumerations.ts";
import type { DocumentEvidence } from "../../vocabulary/signed-evidence.ts";
import { ApiError } from "../core/errors.ts";
import { firstIdAt } from "../core/ids.ts";
import { isUncertain } from "../core/outage.ts";
import type { Scope } from "../core/scope.ts";
import type { Template } from "../inference/port.ts";
import { isUnmet, type Statement } from "../store/batch.ts";
import { countCall } from "../store/results/tallies.ts";
import type { FixedOutcome } from "../verdicts/test-references/table.ts";
import { assertAccepts, assertTakes } from "../verification/machine.ts";
import type { Policy } from "../verification/policy.ts";
import type { PartName, Verification } from "../verification/types.ts";
import { eventStatements, type NewEvent } from "../webhooks/outbox.ts";
import { type CallContext, commitResult } from "./commit/commit.ts";
import type { Services } from "./commit/context.ts";
import type { Answer } from "./commit/pending-call.ts";
import type { KeptMedia } from "./keep-media.ts";
import { changeWithRegistration } from "./registrations/present-registration.ts";
import { type Recorded, takeSteps } from "./take-steps.ts";
import { enactNewReference, enactTestReference } from "./test-reference.ts";

/** The subject of a check, as the call names it. */
export interface CheckSubject {
  /** Null outside a verification. */
  readonly verification: Verification | null;
  /** The call's `customer_ref`; null without that field. */
  readonly customerRef: string | null;
  /** The tenant's level of storage, for a check outside a verification. */
  readonly storeMedia: StoreMedia;
}

/** The result of a check for its caller. `Body`: the body for a secret key. */
export interface CheckResult<Body = Readonly<Record<string, unknown>>> {
  readonly id: string;
  readonly customerRef: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly body: Body;
}

/** The result of a check of an upload, and its verification after the check; null outside one. */
interface UploadResult<Body = CheckResult["body"]> extends CheckResult<Body> {
  readonly verification: Verification | null;
}

/** The context that a check is opened in. */
export type CheckContext<Body = CheckResult["body"]> = CallContext<
  UploadResult<Body>,
  "inference" | "clock" | "limiter" | "limits" | "serviceKey"
>;

/** An opened check: the context of its call, and its subject. */
export interface Check<Body = unknown> extends CheckContext<Body> {
  readonly verification: Verification | null;
  readonly customerRef: string | null;
  /** The level of storage: the policy's, or the tenant's outside a verification. */
  readonly storeMedia: StoreMedia;
  /** The outcome that a test-mode customer reference fixes; null if the outcome is open. */
  readonly fixed: FixedOutcome | null;
}

/**
 * Opens a check of parts of a verification, before any computation. Throws 403 `verification_mismatch` for a
 * `customer_ref` other than the verification's, and 409 `verification_not_open` for a verification that takes
 * no such result. Applies a test-mode reference. If the call fails after a worker has processed its images,
 * the failure counts as a capture of each part: see `countFailedCheck`.
 */
export async function openCheck<Body>(
  ctx: CheckContext<Body>,
  subject: CheckSubject,
  parts: readonly PartName[],
): Promise<Check<Body>> {
  const whose = whoseCheck(subject);
  const { verification } = whose;
  for (const part of parts) if (verification !== null) assertTakes(verification, part, ctx.now);
  const enact = verification === null ? enactNewReference : enactTestReference;
  const fixed = await enact(ctx.scope, whose.customerRef);
  if (verification !== null) ctx.call.inferenceUse.judges({ verification, parts, now: ctx.now });
  return { ...ctx, ...whose, fixed };
}

/**
 * Opens a check of a document by one kind of evidence, as `openCheck` does. Throws 409
 * `verification_not_open` too for evidence that the verification does not accept.
 */
export async function openDocumentCheck<Body>(
  ctx: CheckContext<Body>,
  subject: CheckSubject,
  parts: readonly PartName[],
  method: DocumentEvidence = "picture",
): Promise<Check<Body>> {
  const check = await openCheck(ctx, subject, parts);
  if (check.verification !== null) assertAccepts(check.verification, method);
  return check;
}

function whoseCheck(subject: CheckSubject): CheckSubject {
  const { verification, customerRef: given } = subject;
  if (verification === null) return subject;
  const { customerRef, policy } = verification;
  if (given !== null && given !== customerRef) {
    const message =
      "customer_ref is not the one of this verification. Leave it out: the token names the verification.";
    throw new ApiError("verification_mismatch", message, { param: "customer_ref" });
  }
  return { verification, customerRef, storeMedia: policy.store_media };
}

/** One result before it is written, and its event. */
export interface ResultRows {
  readonly id: string;
  readonly customerRef: string | null;
  readonly event: Pick<NewEvent, "type" | "data">;
  /** The result's row and all rows that must be written with it. */
  readonly statements: readonly Statement[];
}

/** What outcomes depend on beside the record of a call. */
export const judgingOf = ({ fixed, now }: Pick<Check, "fixed" | "now">, policy: Policy) => ({
  policy,
  now,
  fixed,
});

/** The findings of a check, and what they mean for a verification. */
export interface Findings<Body> {
  /** Each with its row, its event and its duration. The answer names the first one. */
  readonly results: readonly ResultRows[];
  /** The body of the answer. */
  readonly body: Body;
  /** What the outcomes for the verification's steps rest on; null outside a verification. */
  readonly recorded: Recorded | null;
  /** Rows that the server's own work on the upload adds. */
  readonly statements?: readonly Statement[];
  /** Images that are kept with the results, and deleted if the results cannot be written. */
  readonly kept: KeptMedia;
  /** A template for the verification's face match, by the id of its result. */
  readonly template?: readonly [resultId: string, template: Template] | undefined;
}

/**
 * Writes the findings of a check in one batch: each result with its row, event and duration, the call's usage
 * and kept answer, and within a verification its steps, any face match and any decision. The steps are
 * decided on the verification's newest state, and again if another writer was faster. A test reference may
 * send the check to manual review instead. Kept images are deleted if the write fails; if that is uncertain,
 * the sweep decides an hour later.
 */
export async function commitCheck<Body>(check: Check<Body>, findings: Findings<Body>): Promise<Answer> {
  const { verification, customerRef, fixed, now } = check;
  const { results, body, kept, recorded } = findings;
  const statements = rowsOf(check, findings);
  const fresh = {
    templates: new Map(findings.template === undefined ? [] : [findings.template]),
    bodies: new Map(results.map(({ id, event }) => [id, event.data])),
  };
  const result = { id: results[0]!.id, customerRef, createdAt: now, body };
  try {
    if (verification === null || recorded === null) {
      return await commitResult(check, { statements }, { ...result, verification });
    }
    return await changeWithRegistration(check, verification, async (current, present) => {
      const written = { fresh, statements, present };
      const { changed, write } = await takeSteps(check, current, { ...recorded, fixed }, written);
      return commitResult(check, write, { ...result, verification: changed });
    });
  } catch (error) {
    // An abandoned batch may still be committed, and its result shows these images.
    if (!isUncertain(error)) await kept.discard();
    throw error;
  }
}

/** How often a check is judged while other calls send its images, or register faces. */
const MAX_JUDGED = 5;

/**
 * Judges a check and commits it. If the batch finds that another call has sent one of its images or
 * registered a face since they were compared, the check is judged again, and then knows of it. Throws 503
 * `service_unavailable` after too many tries.
 */
export async function judgeUntilNewest<Outcome>(judge: () => Promise<Outcome>): Promise<Outcome> {
  for (let tries = 1; tries <= MAX_JUDGED; tries++) {
    try {
      return await judge();
    } catch (error) {
      if (!isUnmet(error)) throw error;
    }
  }
  const message = "Too many other calls send these images or register faces at once.";
  throw new ApiError("service_unavailable", message, { retryAfter: 1 });
}

/** Longer than a call runs, and than machines' clocks differ. */
const BESIDE_MS = 3 * 60_000;

/**
 * The first id of results that a check may not have been compared with: those of calls that run beside it.
 */
export const besideOf = (kind: "fraud" | "liveness", now: number): string => firstIdAt(kind, now - BESIDE_MS);

const rowsOf = ({ services, scope, now }: Check, findings: Findings<unknown>): Statement[] => [
  ...findings.results.flatMap((rows) => resultStatements(services, scope, rows, now)),
  ...(findings.statements ?? []),
  ...findings.kept.statements,
];

/** The statements of a result whose work began at `startedAt`: rows, duration, event and deliveries. */
function resultStatements(
  { db, clock }: Services<"clock">,
  scope: Scope,
  { id: subjectId, customerRef, event, statements }: ResultRows,
  startedAt: number,
): Statement[] {
  return [
    ...statements,
    countCall(db, scope, { resultId: subjectId, startedAt, endedAt: clock() }),
    ...eventStatements(db, scope, { ...event, subjectId, customerRef, now: startedAt }).statements,
  ];
}
