import type { CheckOutcome, CheckStatus } from "../../vocabulary/own-checks.ts";
import type { StepStatus } from "../../vocabulary/verifications.ts";
import { DAY_MS } from "../core/clock.ts";
import { ApiError } from "../core/errors.ts";
import type { Policy } from "./policy.ts";
import type { DecisionReason, Verification } from "./types.ts";

type Checks = Verification["checks"];

/** The status that counts without an answer in time. */
const OVERDUE = { review: "review", decline: "failed" } as const satisfies Record<string, CheckStatus>;

/**
 * The checks of a verification whose steps end neither open nor failed, as they are requested; null while a
 * step is open or has failed, and if the policy has no check.
 */
export function requestChecks({ policy, steps, checks }: Verification, now: number): Checks {
  const isSettled = steps.every(({ status }) => status === "passed" || status === "review");
  if (checks !== null || policy.external_checks === undefined || !isSettled) return checks;
  return policy.external_checks.map(({ name, deadline_seconds }) => ({
    ...{ name, status: "pending", requestedAt: now, deadline: now + deadline_seconds * 1000 },
    ...{ answeredAt: null, reference: null, reason: null },
  }));
}

/** The statuses that a decision depends on: none before the checks are requested, when a step is open. */
export const checkStatuses = ({ checks }: Pick<Verification, "checks">): CheckStatus[] =>
  (checks ?? []).map(({ status }) => status);

/** Whether the decision waits for the tenant: what the checks were requested for must not change any more. */
export const awaitsChecks = ({ checks }: Pick<Verification, "checks">): boolean => checks !== null;

/**
 * The expiry of a verification whose checks have been requested: the person has done their part, so it is a
 * day after the last deadline at the earliest.
 */
export const expiryAfter = (expiresAt: number, checks: Checks): number =>
  Math.max(expiresAt, ...(checks ?? []).map(({ deadline }) => deadline + DAY_MS));

/** The time of the next rule for an overdue check; null if no check is awaited. */
export function nextDeadline({ status, checks }: Pick<Verification, "status" | "checks">): number | null {
  if (status !== "in_progress" || checks === null) return null;
  const open = checks.filter((check) => check.status === "pending").map(({ deadline }) => deadline);
  return open.length === 0 ? null : Math.min(...open);
}

/** The tenant's answer to a check. */
export interface CheckAnswer {
  readonly name: string;
  readonly outcome: CheckOutcome;
  readonly reference: string | null;
  readonly reason: string | null;
}

/**
 * The checks after an answer. Throws 404 `not_found` for a check that the policy does not name, and 409
 * `verification_not_open` for one that is not awaited: not requested yet, answered, or overdue.
 */
export function answerOf({ policy, checks, status }: Verification, answer: CheckAnswer, now: number): Checks {
  const { name, outcome, reference, reason } = answer;
  if (!policy.external_checks?.some((each) => each.name === name)) {
    const names = policy.external_checks?.map((each) => each.name).join(", ") ?? "";
    throw new ApiError(
      "not_found",
      `The policy of this verification has no external check ${name}. policy.external_checks has ${names || "none"}.`,
    );
  }
  const asked = checks?.find((check) => check.name === name);
  if (asked === undefined)
    throw notAwaited(
      ["created", "in_progress"].includes(status)
        ? "is not requested before every step is settled."
        : "is not awaited: the verification has ended.",
    );
  if (asked.status !== "pending") throw notAwaited("has been answered, or its deadline has passed.");
  if (asked.deadline <= now) throw notAwaited("is overdue: the policy's on_deadline decides.");
  const answered = { ...asked, status: outcome, answeredAt: now, reference, reason };
  return checks!.map((check) => (check === asked ? answered : check));
}

const notAwaited = (why: string) => new ApiError("verification_not_open", `This check ${why}`);

/** The checks after the deadlines until now: each overdue one ends as the policy says. */
export function overdue({ policy, checks }: Verification, now: number): Checks {
  const ruleOf = (name: string) =>
    policy.external_checks?.find((each) => each.name === name)?.on_deadline ?? "review";
  return (
    checks?.map((check) =>
      check.status === "pending" && check.deadline <= now
        ? { ...check, status: OVERDUE[ruleOf(check.name)] }
        : check,
    ) ?? null
  );
}

/** The reasons of the checks that have the status which accounts for a decision; null for an approval. */
export const checkReasons = (
  { checks }: Pick<Verification, "checks">,
  blamed: StepStatus | null,
): DecisionReason[] =>
  (checks ?? [])
    .filter(({ status }) => status === blamed)
    .map(({ name, status, answeredAt }) => {
      const isOverdue = answeredAt === null;
      const found = isOverdue ? "was not answered in time" : `was answered with ${status}`;
      return {
        code: isOverdue ? "external_check_overdue" : `external_check_${status}`,
        step: "external_check",
        message: `The external check ${name} ${found}.`,
      };
    });

/** Whether a check has one of these statuses: a reviewer has to judge what it has found. */
export const hasCheckIn = (
  { checks }: Pick<Verification, "checks">,
  statuses: readonly StepStatus[],
): boolean => checks?.some(({ status }) => statuses.includes(status)) ?? false;

/** The fields that a check asks for, by its name. */
export const fieldsAskedFor = ({ external_checks }: Policy, name: string) =>
  external_checks?.find((each) => each.name === name)?.fields ?? [];
