import {
  isOpenStatus,
  type ReasonStep,
  RULINGS,
  type Ruling,
  type SecondReviewer,
} from "../../vocabulary/verifications.ts";
import { ApiError } from "../core/errors.ts";
import { assertApprovable, isContested, ruledStatuses } from "./contest.ts";
import { hasCheckIn } from "./external-checks.ts";
import { ERASED_REF, type Step, type Verification } from "./types.ts";

/**
 * The reasons for a reviewer's ruling, each with its ruling and its public message. Reasons are codes, not
 * free text, so that no personal data gets into events and the audit log.
 */
export const REVIEW_REASONS = {
  identity_confirmed: { ruling: "approved", message: "A reviewer confirmed the person's identity." },
  document_genuine: { ruling: "approved", message: "A reviewer found the document genuine." },
  not_a_duplicate: {
    ruling: "approved",
    message: "A reviewer found that the possible duplicate is another person.",
  },
  own_check_cleared: {
    ruling: "approved",
    message: "A reviewer cleared what the tenant's own check, list or records had found.",
  },
  document_forged: { ruling: "declined", message: "A reviewer found the document forged." },
  document_mismatch: {
    ruling: "declined",
    message: "A reviewer found that the document's data contradict each other.",
  },
  presentation_attack: { ruling: "declined", message: "A reviewer found a presentation attack." },
  face_mismatch: {
    ruling: "declined",
    message: "A reviewer found that the selfie and the portrait show different people.",
  },
  duplicate_person: {
    ruling: "declined",
    message: "A reviewer found that the person is registered under another reference.",
  },
  own_check_confirmed: {
    ruling: "declined",
    message: "A reviewer confirmed what the tenant's own check, list or records had found.",
  },
  insufficient_evidence: {
    ruling: "declined",
    message: "A reviewer could not confirm the identity with the evidence.",
  },
} as const satisfies Record<string, { ruling: Ruling; message: string }>;

/** Longest note of a reviewer, in characters. */
export const MAX_NOTE = 2_000;

type ReviewReason = keyof typeof REVIEW_REASONS;

/** The reasons that are allowed for a ruling. */
export function reasonsOf(ruling: Ruling): ReviewReason[] {
  const reasons = Object.keys(REVIEW_REASONS) as ReviewReason[];
  return reasons.filter((reason) => REVIEW_REASONS[reason].ruling === ruling);
}

/**
 * Whether a verification awaits a review: it is in review, or its decision was contested. An erased
 * verification does not: its evidence is gone.
 */
export function awaitsReview(verification: Verification): boolean {
  const { status, decision, customerRef } = verification;
  if (isContested(verification)) return true;
  return status === "completed" && decision === "review" && customerRef !== ERASED_REF;
}

/** One person's ruling on a verification in review. */
interface Judged {
  readonly ruling: Ruling;
  readonly reason: string;
  /** The person: see `Proposal.by`. */
  readonly by: string;
}

/** The rulings that a second person must confirm under each setting. */
const CONFIRMED: Readonly<Record<SecondReviewer, readonly Ruling[]>> = {
  off: [],
  approvals: ["approved"],
  all: RULINGS,
};

/** 409 `verification_not_open` for a verification that awaits no review. */
export function notInReview({ status, decision }: Verification): ApiError {
  const undecided = isOpenStatus(status)
    ? "Wait for the event verification.review_required."
    : "Nothing was decided: create a new one.";
  const state =
    decision === null
      ? `The status of this one is ${status}. ${undecided}`
      : decision === "review"
        ? "The evidence of this one was erased, and its decision stays."
        : `The decision ${decision} is final.`;
  return new ApiError("verification_not_open", `Only a verification in review can be decided. ${state}`);
}

/**
 * The verification after a reviewer's ruling at `now`: decided, or with a proposal if a second person must
 * confirm the ruling. The same ruling by another person confirms a proposal; the other ruling replaces it, or
 * decides if it needs no second person. Throws 409 `verification_not_open` unless the verification awaits a
 * review, 400 `invalid_parameter` for a reason that is not allowed for the ruling, and 409
 * `second_reviewer_required` if the person has made the proposal.
 */
export function review(
  verification: Verification,
  judged: Judged,
  secondReviewer: SecondReviewer,
  now: number,
): Verification {
  if (!awaitsReview(verification)) {
    throw notInReview(verification);
  }
  const { ruling, by } = judged;
  const reason = allowedReason(judged);
  assertApprovable(verification, ruling);
  if (!CONFIRMED[secondReviewer].includes(ruling)) return decided(verification, ruling, reason, now);
  const { proposal } = verification;
  if (proposal?.by === by) {
    throw new ApiError(
      "second_reviewer_required",
      "You have proposed a decision. Another person confirms it.",
    );
  }
  if (proposal?.ruling === ruling) return decided(verification, ruling, reason, now);
  return {
    ...verification,
    proposal: { ruling, reason, by, at: now },
    revision: verification.revision + 1,
  };
}

function allowedReason({ ruling, reason }: Judged): ReviewReason {
  const allowed = reasonsOf(ruling);
  const code = allowed.find((each) => each === reason);
  if (code !== undefined) return code;
  throw new ApiError(
    "invalid_parameter",
    `reason must be one of ${allowed.join(", ")} for the ruling ${ruling}, not \`${reason}\`.`,
    {
      param: "reason",
    },
  );
}

/**
 * The steps in review end with the ruling, and so do the failed ones of a contest. A declined step keeps its
 * own reason; the decision's reason is the reviewer's.
 */
function decided(verification: Verification, ruling: Ruling, code: ReviewReason, now: number): Verification {
  const { message } = REVIEW_REASONS[code];
  const statuses = ruledStatuses(verification);
  const ruled = verification.steps.filter(({ status }) => statuses.includes(status));
  // A comparison that a failed step has prevented is the reviewer's to make.
  const isOverturned = ruling === "approved" && isContested(verification);
  const ended = isOverturned ? verification.steps.filter(({ status }) => status !== "passed") : ruled;
  const judged: ReasonStep[] = ruled.map(({ name }) => name);
  if (hasCheckIn(verification, statuses)) judged.push("external_check");
  return {
    ...verification,
    decision: ruling,
    decisionReasons: judged.map((step) => ({ code, step, message })),
    steps: verification.steps.map((step) => (ended.includes(step) ? endStep(step, ruling, now) : step)),
    revision: verification.revision + 1,
    reviewedAt: now,
    proposal: null,
  };
}

const endStep = (step: Step, ruling: Ruling, now: number): Step =>
  ruling === "approved"
    ? { ...step, status: "passed", reason: null, updatedAt: now }
    : { ...step, status: "failed", updatedAt: now };
