import type { Policy } from "./policy.ts";

export type Status = "created" | "in_progress" | "completed" | "expired" | "canceled";

export type Decision = "approved" | "declined" | "review";

export type StepName = "document" | "liveness" | "face_match";

export type StepStatus = "pending" | "retry_required" | "passed" | "review" | "failed";

/** What each step is made of: it passes when every one of its parts has. `search` only where the policy asks for it. */
export const STEP_PARTS = {
  document: ["ocr", "fraud"],
  liveness: ["check", "search"],
  face_match: ["comparison"],
} as const satisfies Record<StepName, readonly string[]>;

export type PartName = (typeof STEP_PARTS)[StepName][number];

/** Tells whether two results looked at the same document. Kept only while the verification is open. */
export interface DocumentTrace {
  /** Digest of the picture. */
  readonly image: string;
  /** Digest of what the machine readable zone says of document and holder; null without a zone. */
  readonly zone: string | null;
}

/** One part as its latest result left it. */
export interface Part {
  readonly status: StepStatus;
  /** Results that used up an attempt, never more than the policy's `max_attempts`. */
  readonly attempts: number;
  /** Results that did not, for the capture's quality; at most `MAX_CAPTURE_FAILURES`. */
  readonly captureFailures: number;
  /** A stronger check was asked for, and has not been answered yet. */
  readonly stepUp: boolean;
  readonly reason: string | null;
  /** The document that the latest result looked at, for parts that look at one. */
  readonly document?: DocumentTrace;
}

export interface Step {
  readonly name: StepName;
  readonly status: StepStatus;
  /** Rounds begun: the most attempts that any one part has used, since one round takes one result of each part. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Ids of every result, oldest first. */
  readonly resultIds: readonly string[];
  /** Why the step stands as it does; null while pending or passed. */
  readonly reason: string | null;
  /** Milliseconds since the epoch; null until the first result. */
  readonly updatedAt: number | null;
  readonly parts: Readonly<Partial<Record<PartName, Part>>>;
}

/**
 * What one result means for its part of a step.
 * - `passed`, `review`: as they say.
 * - `retry`: not good enough; uses up an attempt, and the last attempt fails the step.
 * - `capture_quality`: the capture cannot be judged; uses up no attempt, `MAX_CAPTURE_FAILURES` times.
 * - `step_up`: a stronger check must follow; uses up no attempt the first time.
 * - `failed`: a hard stop.
 */
export const OUTCOMES = ["passed", "review", "retry", "capture_quality", "step_up", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface StepResult {
  readonly part: PartName;
  readonly outcome: Outcome;
  readonly resultId: string;
  /** A code of the contract, such as `print_attack`; null when passed. */
  readonly reason: string | null;
  readonly document?: DocumentTrace;
}

export interface DecisionReason {
  readonly code: string;
  readonly step: StepName;
  readonly message: string;
}

export interface NextAction {
  readonly type: "ocr_scan" | "fraud_detect" | "liveness_check" | "liveness_challenge";
}

/** In place of a `customer_ref` whose person was erased; no reference is empty. */
export const ERASED_REF = "";

/** A verification as the rules see it. Times are milliseconds since the epoch. */
export interface Verification {
  readonly id: string;
  /** `ERASED_REF` once the person was erased. */
  readonly customerRef: string;
  readonly status: Status;
  readonly decision: Decision | null;
  readonly decisionReasons: readonly DecisionReason[];
  readonly nextAction: NextAction | null;
  readonly policy: Policy;
  readonly steps: readonly Step[];
  /** Counts the changes; each change has a number of its own, so that no two writers make the same one. */
  readonly revision: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly completedAt: number | null;
}
