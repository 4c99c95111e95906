import { ApiError } from "../../core/errors.ts";
import { isUnmet, type Statement } from "../../store/batch.ts";
import { areTrusted, onlyIfTrusted } from "../../store/trust-anchors.ts";
import { insertUses } from "../../store/trust-uses.ts";
import { type Check, commitCheck, type Findings } from "../checks.ts";
import type { Answer } from "../commit/pending-call.ts";

interface Resting {
  /** SHA-256 of the trust anchors, in hex, each once. */
  readonly anchors: readonly string[];
  /** The result that a recall lists. */
  readonly resultId: string;
}

/**
 * Commits a check's findings, with the trust anchors that they rest on, for a recall. Nothing is written if
 * an anchor was removed or recalled meanwhile: 503 `service_unavailable`.
 */
export async function commitResting<Body>(
  check: Check<Body>,
  { anchors, resultId }: Resting,
  findings: Findings<Body>,
): Promise<Answer> {
  const { statements = [] } = findings;
  const all = { ...findings, statements: [...statements, ...usesOf(check, resultId, anchors)] };
  return commitCheck(check, all).catch(refuseIfRecalled(check, anchors));
}

/**
 * The rows of a result that rests on trust anchors, for a recall; none are written if an anchor has gone
 * meanwhile.
 */
const usesOf = (
  { services: { db }, scope, verification, now }: Check,
  resultId: string,
  anchors: readonly string[],
): Statement[] =>
  anchors.length === 0
    ? []
    : [
        insertUses(db, scope, { anchors, resultId, verificationId: verification?.id ?? null, at: now }),
        onlyIfTrusted(db, scope.mode, anchors),
      ];

/**
 * For the `catch` of a commit that rests on trust anchors: 503 if one of them was removed or recalled
 * meanwhile.
 */
const refuseIfRecalled =
  ({ services: { db }, scope }: Pick<Check, "services" | "scope">, anchors: readonly string[]) =>
  async (error: unknown): Promise<never> => {
    if (anchors.length > 0 && isUnmet(error) && !(await areTrusted(db, scope.mode, anchors))) {
      const message = "The trust store has changed during the call. Send the call again.";
      throw new ApiError("service_unavailable", message, { retryAfter: 1, cause: error });
    }
    throw error;
  };
