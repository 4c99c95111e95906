import type { LivenessMode } from "../vocabulary/liveness.ts";
import type { Decision, NextActionType, Status, StepName, StepStatus } from "../vocabulary/verifications.ts";
import type { Policy } from "./policy.ts";

/** The parts of each step, which passes when all of them have. `search` only where the policy asks for it. */
export const STEP_PARTS = {
  document: ["ocr", "fraud"],
  liveness: ["check", "search"],
  face_match: ["comparison"],
} as const satisfies Record<StepName, readonly string[]>;

export type PartName = (typeof STEP_PARTS)[StepName][number];
export const PART_NAMES = Object.values(STEP_PARTS).flat() as PartName[];

/**
 * What one result settled of its part: outcome, capture and result are one value, written together and
 * replaced together (contract §3.6.1).
 */
export interface Evidence {
  readonly status: Exclude<StepStatus, "pending">;
  /** A code of the contract; null when passed. */
  readonly reason: string | null;
  readonly resultId: string;
  /**
   * What the result was made on. `ocr`, `fraud`: the salted digest of the picture, or of front and back;
   * `check`, `search`: the liveness result; `comparison`: the two results that were compared, see `pairOf`.
   * Null once the verification is closed.
   */
  readonly capture: string | null;
}

export interface Part {
  /** Results that used up an attempt, never more than the policy's `max_attempts`. */
  readonly attempts: number;
  /** Results that did not, for the capture's quality; at most `MAX_CAPTURE_FAILURES`. */
  readonly captureFailures: number;
  /** The last capture failure, told while the part is open; null once a result has settled the part. */
  readonly captureIssue: string | null;
  /**
   * A challenge was asked for. It binds for good: a weaker check could put another face in the place of who
   * passed it.
   */
  readonly stepUp: boolean;
  /** Null until a result has settled something. */
  readonly evidence: Evidence | null;
}

/** A settled adverse outcome. It stands whatever is uploaded later (contract §3.6.3). */
export interface Finding {
  readonly part: PartName;
  readonly code: string;
  readonly resultId: string;
}

export interface Step {
  readonly name: StepName;
  readonly status: StepStatus;
  /**
   * Rounds begun: the most attempts that any one part has used, since one round takes one result of each
   * part.
   */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Ids of every result, oldest first. */
  readonly resultIds: readonly string[];
  /** Why the step stands as it does; null while pending or passed. */
  readonly reason: string | null;
  /** Milliseconds since the epoch; null until the first result. */
  readonly updatedAt: number | null;
  /** The capture that counts; a part's evidence on another one does not. Null until there is one. */
  readonly capture: string | null;
  readonly findings: readonly Finding[];
  readonly parts: Readonly<Partial<Record<PartName, Part>>>;
}

/**
 * What one result means for its part of a step.
 * - `passed`: as it says.
 * - `review`: cannot be told by this capture; a person must look, unless another capture tells.
 * - `adverse`: speaks against the person; a person must look whatever other captures show.
 * - `retry`: not good enough; uses up an attempt, and the last attempt fails the step.
 * - `capture_quality`: the capture cannot be judged; uses up no attempt, `MAX_CAPTURE_FAILURES` times.
 * - `step_up`: a challenge must follow; uses up no attempt the first time.
 * - `failed`: a hard stop.
 */
const OUTCOMES = ["passed", "review", "adverse", "retry", "capture_quality", "step_up", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface StepResult {
  readonly part: PartName;
  readonly outcome: Outcome;
  /** A code of the contract, such as `print_attack`; null when passed. */
  readonly reason: string | null;
  /** At least one. The first is the evidence's: the one that holds the portrait or the frame. */
  readonly resultIds: readonly string[];
  /** See `Evidence.capture`. */
  readonly capture: string;
  /** Of a liveness check. */
  readonly mode?: LivenessMode;
}

export interface DecisionReason {
  readonly code: string;
  readonly step: StepName;
  readonly message: string;
}

export interface NextAction {
  readonly type: NextActionType;
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
  /** When a person decided what had come to a review; null before, and where none had to. */
  readonly reviewedAt: number | null;
}
