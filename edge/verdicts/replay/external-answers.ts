import type { CheckOutcome } from "../../../vocabulary/own-checks.ts";
import { isOpenStatus } from "../../../vocabulary/verifications.ts";
import { fieldsAskedFor } from "../../verification/external-checks.ts";
import { applyAnswer, applyDeadlines } from "../../verification/machine.ts";
import { NotMeasured } from "../../verification/measured.ts";
import type { ExternalCheck, Verification } from "../../verification/types.ts";

/** What becomes of a check, and after how many milliseconds from its request. */
interface Fate {
  readonly name: string;
  readonly requestedAt: number;
  readonly after: number;
  readonly outcome: CheckOutcome | "overdue" | "unknown";
}

/**
 * A replayed verification after the answers that the tenant gave to the original's external checks, each as
 * long after the request as it came. Throws `NotMeasured` if it needs an answer that was not given: to a
 * check that was not requested, or with other fields, or that was still open when the original was decided or
 * the check was overdue.
 */
export function withAnswers(played: Verification, made: Verification): Verification {
  const fates = (played.checks ?? [])
    .map((check) => fateOf(check, played, made))
    .sort((a, b) => a.after - b.after || rank(a) - rank(b));
  return fates.reduce((current, { name, requestedAt, after, outcome }) => {
    if (!isOpenStatus(current.status)) return current;
    if (outcome === "unknown") throw new NotMeasured();
    const at = requestedAt + after;
    return outcome === "overdue"
      ? applyDeadlines(current, at).verification
      : applyAnswer(current, { name, outcome, reference: null, reason: null }, at).verification;
  }, played);
}

/** At the moment of the decision, what decided comes first. */
const rank = ({ outcome }: Fate): number => (outcome === "unknown" ? 1 : 0);

function fateOf(
  { name, requestedAt, deadline }: ExternalCheck,
  played: Verification,
  made: Verification,
): Fate {
  const allowed = deadline - requestedAt;
  const asked = made.checks?.find((check) => check.name === name);
  if (asked === undefined || !hasSameFields(name, played, made))
    return { name, requestedAt, after: 0, outcome: "unknown" };
  const open = (endOf(asked) ?? decidedAt(made.checks!)) - asked.requestedAt;
  if (open >= allowed) return { name, requestedAt, after: allowed, outcome: "overdue" };
  const { status, answeredAt } = asked;
  return {
    name,
    requestedAt,
    after: open,
    outcome: answeredAt === null || status === "pending" ? "unknown" : status,
  };
}

const hasSameFields = (name: string, played: Verification, made: Verification): boolean => {
  const before = new Set<string>(fieldsAskedFor(made.policy, name));
  const now = new Set<string>(fieldsAskedFor(played.policy, name));
  return before.size === now.size && [...now].every((field) => before.has(field));
};

/** When a check was answered or overdue; null if it was still open at the decision. */
const endOf = ({ status, answeredAt, deadline }: ExternalCheck): number | null =>
  answeredAt ?? (status === "pending" ? null : deadline);

/** The end of the last check that ended: no answer is accepted after it. */
const decidedAt = (checks: readonly ExternalCheck[]): number =>
  Math.max(...checks.map((check) => endOf(check) ?? check.requestedAt));
