import { type ContestState, RULINGS, type Ruling } from "../../vocabulary/verifications.ts";
import { DAY_MS } from "../core/clock.ts";
import { ApiError } from "../core/errors.ts";
import { ERASED_REF, type PartName, type Step, type Verification } from "./types.ts";

/** How long after the decision a declined person may contest it, in milliseconds. */
export const CONTEST_MS = 14 * DAY_MS;

/** The longest statement of a person, in characters. */
export const MAX_STATEMENT = 500;

/** The first row that matches says why a decision cannot be contested; without one it can. */
const REFUSALS: readonly { readonly when: (of: Verification) => boolean; readonly why: string }[] = [
  { when: ({ policy }) => policy.contest !== "on", why: "Its policy does not have `contest: on`." },
  { when: ({ customerRef }) => customerRef === ERASED_REF, why: "The person was erased." },
  { when: ({ status }) => status === "expired", why: "It has expired: nothing was decided." },
  { when: ({ status }) => status === "canceled", why: "It was canceled: nothing was decided." },
  { when: ({ status }) => status !== "completed", why: "Nothing is decided yet." },
  { when: ({ contestedAt }) => contestedAt !== null, why: "It was contested before." },
  { when: ({ decision }) => decision === "review", why: "A human decides it anyway." },
  { when: ({ reviewedAt }) => reviewedAt !== null, why: "A human has decided it." },
  { when: ({ decision }) => decision === "approved", why: "It is approved." },
];

const refusalOf = (verification: Verification) => REFUSALS.find(({ when }) => when(verification))?.why;

/**
 * Until when the person may contest the decision, in milliseconds since the epoch; null if they may not,
 * whatever the time.
 */
export const contestableUntil = (verification: Verification): number | null =>
  refusalOf(verification) === undefined ? verification.completedAt! + CONTEST_MS : null;

/** Whether the person may contest the decision now. */
export function isContestable(verification: Verification, now: number): boolean {
  const until = contestableUntil(verification);
  return until !== null && now < until;
}

/** Whether a human has to decide what the person has contested. */
export const isContested = ({ contestedAt, reviewedAt, customerRef }: Verification): boolean =>
  contestedAt !== null && reviewedAt === null && customerRef !== ERASED_REF;

/** How the contest stands; null without one. */
export function contestState({ contestedAt, reviewedAt, decision }: Verification): ContestState | null {
  if (contestedAt === null) return null;
  if (reviewedAt === null) return "open";
  return decision === "approved" ? "overturned" : "upheld";
}

/**
 * The verification after the person has contested the decision, which stands until a human decides. `text`:
 * the encrypted statement, or null. Throws 409 `not_contestable`.
 */
export function contest(verification: Verification, text: Uint8Array | null, now: number): Verification {
  const until = contestableUntil(verification);
  if (until === null) throw notContestable(refusalOf(verification)!);
  if (now >= until) throw notContestable("The 14 days after the decision are over.");
  return { ...verification, contestedAt: now, contestText: text, revision: verification.revision + 1 };
}

const notContestable = (why: string) =>
  new ApiError("not_contestable", `This decision cannot be contested. ${why}`);

/** Parts whose results only the person's uploads give: nobody can judge what was never captured. */
const CAPTURED: readonly PartName[] = ["ocr", "fraud", "check", "search"];

/** The steps in which something that an approval needs was never captured and judged. */
export const stepsWithoutEvidence = ({ steps }: Pick<Verification, "steps">): readonly Step[] =>
  steps.filter(({ parts }) =>
    CAPTURED.some((name) => {
      const part = parts[name];
      if (part === undefined) return false;
      const { evidence } = part;
      if (evidence === null || evidence.outdated === true) return true;
      return evidence.resultId === null || evidence.status === "retry_required";
    }),
  );

/**
 * Throws 400 `invalid_parameter` for the approval of a contested verification that lacks evidence: it would
 * say that the person has passed a step that they never made.
 */
export function assertApprovable(verification: Verification, ruling: Ruling): void {
  if (ruling !== "approved" || !isContested(verification)) return;
  const missing = stepsWithoutEvidence(verification).map(({ name }) => name);
  if (missing.length === 0) return;
  throw new ApiError(
    "invalid_parameter",
    `It cannot be approved without ${missing.join(" and ")}. Decline it, and create a new verification.`,
    { param: "ruling" },
  );
}

/** The rulings that a reviewer may make: no approval of a contested verification that lacks evidence. */
export const rulingsOf = (verification: Verification): readonly Ruling[] =>
  isContested(verification) && stepsWithoutEvidence(verification).length > 0 ? ["declined"] : RULINGS;

/** The statuses of the steps that a ruling is about: of a contest also of those that failed. */
export const ruledStatuses = (verification: Verification): readonly Step["status"][] =>
  isContested(verification) ? ["failed", "review"] : ["review"];
