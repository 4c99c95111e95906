import type { ResultKind } from "../../../vocabulary/enumerations.ts";
import type { SecretKeyPrincipal } from "../../auth/principal.ts";
import { ApiError } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import { countRead } from "../../operations/calls.ts";
import type { CheckResult } from "../../operations/checks.ts";
import type { Answer } from "../../operations/commit/pending-call.ts";
import { deleteResult } from "../../operations/erasure/delete-result.ts";
import type { Database } from "../../store/batch.ts";
import { type Call, contextOf } from "./call.ts";

/** The answer of a check: its result, with the time when it was made. */
export const resultAnswer = ({ id, customerRef, body, createdAt }: CheckResult): Omit<Answer, "status"> => ({
  body: datedBody(body, createdAt),
  subject: { id, customerRef },
});

/** A result's body with the time when the result was made, in milliseconds since the epoch. */
export const datedBody = (body: CheckResult["body"], createdAt: number) => ({
  ...body,
  created_at: new Date(createdAt).toISOString(),
});

interface StoredResult {
  readonly body: Readonly<Record<string, unknown>>;
  readonly createdAt: number;
}

/** Reads a kept result by its id; undefined for an id that this tenant and mode does not have. */
export type Finder<R extends StoredResult> = (
  db: Database,
  scope: Scope,
  id: string,
) => Promise<R | undefined>;

/**
 * Handles GET of a result: its body and the time when it was made, counted like the call that made it. Throws
 * 404 `not_found` for an id that this tenant and mode does not have.
 *
 * @param more What the answer has beside the kept body.
 */
export const readResult =
  <R extends StoredResult>(
    find: Finder<R>,
    more: (call: Call, row: R) => Promise<object | null> = async () => null,
  ) =>
  async (call: Call<SecretKeyPrincipal>) => {
    const row = await find(call.services.db, call.principal.scope, call.param("id"));
    if (row === undefined) throw new ApiError("not_found", "There is no such result.");
    await meterRead(call);
    return { ...datedBody(row.body, row.createdAt), ...(await more(call, row)) };
  };

/** Handles DELETE of a result: 204, also when repeated; 404 for an id that is not this kind's or tenant's. */
export const removeResult = (kind: ResultKind) => (call: Call<SecretKeyPrincipal>) =>
  deleteResult(contextOf(call), { kind, id: call.param("id") });

/**
 * Bills a successful read-back like the call that made the result; 402 `usage_cap_reached` at the cap. A
 * device's read of its verification counts only when the verification has changed since the last read with
 * any of its tokens: its polling does not spend the cap.
 */
export async function meterRead(call: Call): Promise<void> {
  const { services, principal } = call;
  const told =
    principal.kind === "session_token"
      ? {
          jti: principal.jti,
          verificationId: principal.verificationId,
          revision: principal.verification.revision,
        }
      : null;
  if (principal.kind === "session_token" && principal.toldRevision >= principal.verification.revision) return;
  const isCapped = principal.monthlyCap !== null;
  const counted = countRead(contextOf(call), { isCapped, told });
  // Without a cap no check is needed first, and nobody waits for the count.
  if (isCapped) await counted;
  else services.background(counted);
}
