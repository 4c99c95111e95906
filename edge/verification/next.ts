import type { DocumentType } from "../../vocabulary/document-types.ts";
import type { LivenessMode } from "../../vocabulary/enumerations.ts";
import type { DocumentEvidence } from "../../vocabulary/signed-evidence.ts";
import type { Decision, NextActionType, Status } from "../../vocabulary/verifications.ts";
import { contestableUntil, contestState, isContested } from "./contest.ts";
import { expireIfDue, suggestedMode } from "./machine.ts";
import { findStep } from "./steps.ts";
import type { PartName, Verification } from "./types.ts";

/** The state of a verification for the person (contract §13.3). */
export const PERSON_OUTCOMES = ["open", "done", "in_review", "unsuccessful", "expired", "canceled"] as const;
type PersonOutcome = (typeof PERSON_OUTCOMES)[number];

/** The person's next action. `wait`: none, the service has not decided yet. */
export const PERSON_ACTIONS = ["consent", "document", "liveness", "wait", "none"] as const;
type PersonAction = (typeof PERSON_ACTIONS)[number];

export const SIDES = ["front", "back"] as const;
type Side = (typeof SIDES)[number];

/** Whether consent is required, and recorded. */
interface ConsentState {
  readonly required: boolean;
  readonly given: boolean;
  /** Version of the text that was agreed to, or null. */
  readonly version: string | null;
}

/** Facts about a verification beside its own state. */
interface Surroundings {
  /** Null if no consent is requested. */
  readonly consent: ConsentState | null;
  readonly returnUrl: string | null;
}

interface Action {
  readonly type: PersonAction;
  /** Sides of the document that one call must send; empty for other actions. */
  readonly sides: readonly Side[];
  /** How the document may be shown, if the policy says so; absent otherwise and for other actions. */
  readonly methods?: readonly DocumentEvidence[] | undefined;
  /** Accepted document types; empty for other actions. */
  readonly acceptedTypes: readonly DocumentType[];
  /** The weakest liveness check that can pass; null for other actions. */
  readonly livenessMode: LivenessMode | null;
  /** Null if no attempts are counted. */
  readonly attemptsLeft: number | null;
  /** Why the step has to be repeated: the step's own reason, not the one that a person sees. */
  readonly retryReason: string | null;
}

const OUTCOME_OF_STATUS: Readonly<Record<Exclude<Status, "completed">, PersonOutcome>> = {
  created: "open",
  in_progress: "open",
  expired: "expired",
  canceled: "canceled",
};
const OUTCOME_OF_DECISION: Readonly<Record<Decision, PersonOutcome>> = {
  approved: "done",
  review: "in_review",
  declined: "unsuccessful",
};

/** The part whose attempts the call uses. */
const PART_OF_CALL: Readonly<Record<NextActionType, PartName>> = {
  ocr_scan: "ocr",
  fraud_detect: "fraud",
  signed_evidence: "ocr",
  liveness_check: "check",
  liveness_challenge: "check",
};

/** Reasons that only a call with both sides can correct. */
const SIDE_MISSING: readonly string[] = ["back_missing", "front_missing", "barcode_not_read"];

/** The person's next action at `now`, and the state of the verification for the person. */
export function nextOf(stored: Verification, { consent, returnUrl }: Surroundings, now: number) {
  const verification = expireIfDue(stored, now);
  const outcome = outcomeOf(verification);
  return {
    status: verification.status,
    outcome,
    action: outcome === "open" ? actionOf(verification, consent) : without("none"),
    consent,
    expiresAt: verification.expiresAt,
    returnUrl,
    contest: verification.policy.contest === "on" ? contestOf(verification, now) : null,
  };
}

/** Whether the person may ask for a decision by a human, and how their contest stands. */
function contestOf(verification: Verification, now: number) {
  const until = contestableUntil(verification);
  return { until: until !== null && now < until ? until : null, state: contestState(verification) };
}

function outcomeOf(verification: Verification): PersonOutcome {
  const { status, decision } = verification;
  if (isContested(verification)) return "in_review";
  if (status !== "completed") return OUTCOME_OF_STATUS[status];
  // A completed verification has a decision.
  return OUTCOME_OF_DECISION[decision!];
}

const without = (type: PersonAction): Action => ({
  type,
  sides: [],
  acceptedTypes: [],
  livenessMode: null,
  attemptsLeft: null,
  retryReason: null,
});

/** Why the selfie has to be repeated for the comparison of the faces; null if it has not. */
function reasonToRepeat(steps: Verification["steps"]): string | null {
  const compared = steps.find(({ name }) => name === "face_match");
  return compared?.status === "retry_required" ? compared.reason : null;
}

function actionOf(verification: Verification, consent: ConsentState | null): Action {
  if (consent?.required && !consent.given) return without("consent");
  const { nextAction, steps, policy } = verification;
  if (nextAction === null) return without("wait");
  const part = PART_OF_CALL[nextAction.type];
  const { parts, maxAttempts, reason: ofStep } = findStep(steps, part)!;
  const reason = ofStep ?? (part === "check" ? reasonToRepeat(steps) : null);
  const common = { attemptsLeft: maxAttempts - parts[part]!.attempts, retryReason: reason };
  if (part === "check")
    return { ...without("liveness"), ...common, livenessMode: suggestedMode(verification) };
  const { type, methods } = nextAction;
  const seen = SIDE_MISSING.includes(reason ?? "") ? SIDES : SIDES.slice(0, 1);
  const sides = type === "signed_evidence" ? [] : seen;
  return { ...without("document"), ...common, sides, methods, acceptedTypes: policy.document_types };
}
