import type { z } from "zod";
import type { ResultKind } from "../../../vocabulary/enumerations.ts";
import type { Declaration, Route } from "../../http/route.ts";
import { countRead } from "../../operations/calls.ts";
import type { CheckResult } from "../../operations/checks.ts";
import type { Answer } from "../../operations/commit/pending-call.ts";
import { deleteResult, unknownResult } from "../../operations/erasure/delete-result.ts";
import { findKeptResult } from "../../store/results/results.ts";
import type { Verification } from "../../verification/types.ts";
import { type Call, contextOf } from "./call.ts";
import { route } from "./route.ts";

/** The answer of a check: its result and the time when it was made. */
export const resultAnswer = ({ id, customerRef, body, createdAt }: CheckResult): Omit<Answer, "status"> => ({
  body: datedBody(body, createdAt),
  subject: { id, customerRef },
});

/** A result's body with the time when the result was made, in milliseconds since the epoch. */
export const datedBody = (body: CheckResult["body"], createdAt: number) => ({
  ...body,
  created_at: new Date(createdAt).toISOString(),
});

/** What the routes of a kind of result declare. */
interface ResultTexts {
  /** Ends with `:id`. */
  readonly path: string;
  /** What an id looks like, such as `fc_…`. */
  readonly ids: string;
  readonly schema: z.ZodType;
  /** Description of the answer; "The result." for most kinds. */
  readonly answer?: string;
  readonly read: Texts;
  readonly remove: Texts;
}

type Texts = Pick<Declaration, "id" | "summary" | "description" | "sdk">;

/**
 * The routes of a kept result. GET answers its body and the time when it was made, counted like the call that
 * made it; DELETE erases it, also when repeated. Both are 404 `not_found` for an id that is not this kind's
 * or tenant's.
 *
 * @param more What the answer has beside the kept body.
 */
export function resultRoutes(
  kind: ResultKind,
  { path, ids, schema, answer = "The result.", read, remove }: ResultTexts,
  more: (call: Call, id: string) => Promise<object | null> = async () => null,
): [read: Route, remove: Route] {
  const common = {
    path,
    parameters: { id: `The result's id, \`${ids}\`.` },
    callers: ["secret_key"],
  } as const;
  return [
    route(
      {
        ...{ ...common, ...read, method: "get" },
        answer: { status: 200, description: answer, schema },
        errors: ["not_found", "usage_cap_reached"],
      },
      async (call) => {
        const { services, principal } = call;
        const id = call.param("id");
        const row = await findKeptResult(services.db, principal.scope, kind, id);
        if (row === undefined) throw unknownResult(kind, id, principal.scope.mode);
        await meterRead(call);
        return { ...datedBody(row.body, row.createdAt), ...(await more(call, row.id)) };
      },
    ),
    route(
      {
        ...{ ...common, ...remove, method: "delete" },
        answer: { status: 204, description: "The result is deleted." },
        errors: ["not_found"],
      },
      (call) => deleteResult(contextOf(call), { kind, id: call.param("id") }),
    ),
  ];
}

/**
 * Bills a successful read-back like the call that made the result; 402 `usage_cap_reached` at the cap. A
 * device's read of its verification counts only when the verification has changed since the last read with
 * any of its tokens: its polling does not spend the cap. The first read of a decided `verification` with a
 * secret key is free: the calls that led to the decision are paid for.
 */
export async function meterRead(call: Call, verification: Verification | null = null): Promise<void> {
  const { services, principal } = call;
  const revision =
    principal.kind === "session_token"
      ? {
          jti: principal.jti,
          verificationId: principal.verificationId,
          revision: principal.verification.revision,
        }
      : null;
  if (principal.kind === "session_token" && principal.reportedRevision >= principal.verification.revision)
    return;
  const isCapped = principal.monthlyCap !== null;
  const decided = verification?.status === "completed" && revision === null ? verification : null;
  const counted = countRead(contextOf(call), { isCapped, revision, decided });
  // Without a cap no check is needed first, so the response does not wait for the count.
  if (isCapped) await counted;
  else services.background(counted);
}
