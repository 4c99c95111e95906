import type { DetailResult, ExpectedKey, ReasonSource } from "../../vocabulary/details.ts";
import type { HandoffRule, LivenessMode } from "../../vocabulary/enumerations.ts";
import type { ConsentPurpose } from "../../vocabulary/faces.ts";
import type { CheckStatus } from "../../vocabulary/own-checks.ts";
import type { DocumentEvidence } from "../../vocabulary/signed-evidence.ts";
import type {
  Decision,
  NextActionType,
  ReasonStep,
  Ruling,
  Status,
  StepName,
  StepStatus,
} from "../../vocabulary/verifications.ts";
import type { Policy } from "./policy.ts";

/**
 * The parts of each step; the step passes when all its parts have passed. `search` only where the policy
 * requires it, and so `repeat` and `listed`; `details` only where the tenant expects details.
 */
export const STEP_PARTS = {
  document: ["ocr", "fraud", "details", "repeat", "listed"],
  liveness: ["check", "search"],
  face_match: ["comparison"],
} as const satisfies Record<StepName, readonly string[]>;

/** The comparison of a detail that the tenant expects, without its values. */
interface Detail {
  readonly field: ExpectedKey;
  readonly result: DetailResult;
  /** Whether the values match in another spelling, order or form only. */
  readonly normalised: boolean;
}

export type PartName = (typeof STEP_PARTS)[StepName][number];
export const PART_NAMES = Object.values(STEP_PARTS).flat() as PartName[];

/**
 * The settled result of a part: outcome, capture and result are one value, written together and replaced
 * together (contract §3.6.1).
 */
export interface Evidence {
  readonly status: Exclude<StepStatus, "pending">;
  /** A code of the contract; null when passed. */
  readonly reason: string | null;
  /** What was found, if the reason alone does not say it; see `StepResult`. */
  readonly found?: string | undefined;
  /** Null where the last attempt came to no result. */
  readonly resultId: string | null;
  /** The result of the document's other side; undefined if one image shows the document. */
  readonly otherResultId?: string | undefined;
  /** Only of the part `details`. */
  readonly details?: readonly Detail[] | undefined;
  /**
   * The input of the result. `ocr`, `fraud`, `details`: the salted digest of the image, or of front and
   * back; `check`, `search`: the liveness result; `comparison`: the two faces compared, see `pairOf`. Null in
   * a closed verification.
   */
  readonly capture: string | null;
  /** In a closed verification: the input was another one than the step's, so that it did not count. */
  readonly outdated?: boolean | undefined;
}

export interface Part {
  /** The number of results that used up an attempt, at most the policy's `max_attempts`. */
  readonly attempts: number;
  /** Results that used up no attempt because of the capture's quality; at most `MAX_CAPTURE_FAILURES`. */
  readonly captureFailures: number;
  /** The reason of the last capture failure, while the part is open; null once a result has settled it. */
  readonly captureIssue: string | null;
  /**
   * Whether a challenge is required. The requirement never lapses: a weaker check could replace the face that
   * passed the challenge.
   */
  readonly stepUp: boolean;
  /**
   * Whether the next action is a challenge from the start, because no weaker check could pass when the
   * verification was created. Weaker checks are still accepted.
   */
  readonly challengeFirst?: boolean | undefined;
  /** Null until a result settles the part. */
  readonly evidence: Evidence | null;
}

/** A settled outcome against the person. A later upload removes none, but a chip (contract §3.6.7). */
export interface Finding {
  readonly part: PartName;
  readonly code: string;
  /** See `StepResult`. */
  readonly found?: string | undefined;
  readonly resultId: string;
  /** Whether it rests on pixels alone, so that an authentic chip of the same document lifts it. */
  readonly ofPixels?: boolean | undefined;
}

export interface Step {
  readonly name: StepName;
  readonly status: StepStatus;
  /**
   * The number of rounds begun. A round takes one result of each part, so this is the highest number of
   * attempts of any part.
   */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Ids of every result, oldest first. */
  readonly resultIds: readonly string[];
  /** The reason for the step's status; null while pending or passed. */
  readonly reason: string | null;
  /** Milliseconds since the epoch; null until the first result. */
  readonly updatedAt: number | null;
  /** The capture that counts; evidence on another capture does not count. Null before the first capture. */
  readonly capture: string | null;
  readonly findings: readonly Finding[];
  /**
   * Only of `face_match` with a registered face: the registration that counts; null before the first result,
   * and if the person had none with the last one.
   */
  readonly registered?: string | null | undefined;
  readonly parts: Readonly<Partial<Record<PartName, Part>>>;
}

/**
 * The meaning of a result for its part of a step.
 * - `passed`: the requirement is met.
 * - `review`: this capture cannot decide; manual review, unless another capture decides.
 * - `adverse`: evidence against the person; manual review, whatever other captures show.
 * - `retry`: not good enough; uses up an attempt, and the last attempt fails the step.
 * - `capture_quality`: the capture cannot be judged; uses up no attempt, `MAX_CAPTURE_FAILURES` times.
 * - `step_up`: a challenge must follow; uses up no attempt the first time.
 * - `failed`: a hard stop.
 */
export const OUTCOMES = [
  "passed",
  "review",
  "adverse",
  "retry",
  "capture_quality",
  "step_up",
  "failed",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface StepResult {
  readonly part: PartName;
  readonly outcome: Outcome;
  /** A code of the contract, such as `print_attack`; null when passed. */
  readonly reason: string | null;
  /** What was found, in words for the tenant, if the reason alone does not say it. */
  readonly found?: string | undefined;
  /**
   * The first id is the evidence's: the result with the portrait or the selfie frame. Empty for a
   * `capture_quality` without a result.
   */
  readonly resultIds: readonly string[];
  /** See `Evidence.capture`; empty without a result. */
  readonly capture: string;
  /** Only for a liveness check. */
  readonly mode?: LivenessMode;
  /** Only for the part `details`. */
  readonly details?: readonly Detail[] | undefined;
  /** Only of the part `fraud`: see `Finding.ofPixels`. */
  readonly ofPixels?: boolean | undefined;
  /** Only of the part `fraud`: the result whose finding of pixels this result lifts. */
  readonly lifts?: string | undefined;
}

export interface DecisionReason {
  readonly code: string;
  readonly step: ReasonStep;
  readonly message: string;
}

/** What a reason's code means, in English, for tenants. The person sees other words (contract §2.8). */
export interface ReasonText {
  /** What was found, without a full stop. */
  readonly finding: string;
  /** The rule or limit that leads to the reason. */
  readonly cause: string;
  /** What support does about it. */
  readonly support: string;
  /** What the reason rests on; default: the subject of its table. */
  readonly source?: ReasonSource;
}

export interface NextAction {
  readonly type: NextActionType;
  /** How the document may be shown, if the policy says so and the action is about the document. */
  readonly methods?: readonly DocumentEvidence[] | undefined;
}

/** The `customer_ref` of an erased person. A stored reference is never empty otherwise. */
export const ERASED_REF = "";

/** The tenant's presets of the capture page (contract §13.2). */
export interface CapturePresets {
  /** Where the person returns to; its origin was on the tenant's list. */
  readonly returnUrl: string | null;
  /** BCP 47; null for the browser's. */
  readonly locale: string | null;
  /** Whether images are taken on the page, and no file is accepted. */
  readonly requireLiveCapture: boolean;
  readonly handoff: HandoffRule;
}

/** How a verification was bound to a device. */
export const BINDING_WAYS = ["link", "handoff"] as const;

/** The device that opened a verification by its link, or took it over from a computer. */
export interface BoundDevice {
  /** Thumbprint of the device's key. */
  readonly device: string;
  readonly at: number;
  readonly via: (typeof BINDING_WAYS)[number];
  /** After a handoff the computer, which may only read; null if it has no key. */
  readonly watcher: string | null;
  /** Device before the handoff; restored if the handoff is cancelled. */
  readonly before?: BoundDevice | null | undefined;
}

/** The text that the person agreed to, and when. */
export interface Consent {
  readonly version: string;
  /** Of the text, in hex. */
  readonly sha256: string;
  readonly locale: string;
  /** Absent if the person was only asked about the verification. */
  readonly purposes?: readonly ConsentPurpose[] | undefined;
  /** Of the text on being recognised, in hex. Absent if the person did not agree to it. */
  readonly recognitionSha256?: string | undefined;
  readonly givenAt: number;
  readonly withdrawnAt: number | null;
}

/** A reviewer's ruling that another person has yet to confirm. */
export interface Proposal {
  readonly ruling: Ruling;
  /** A code of `REVIEW_REASONS`. */
  readonly reason: string;
  /** The person: a member's id, the name that an API call gave, or `operator`. */
  readonly by: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A check of the tenant's own, once it was requested. Times are milliseconds since the epoch. */
export interface ExternalCheck {
  /** As the policy names it. */
  readonly name: string;
  readonly status: CheckStatus;
  readonly requestedAt: number;
  /** Until just before this time an answer is accepted. */
  readonly deadline: number;
  /** Null before the answer, and if none came in time. */
  readonly answeredAt: number | null;
  /** The tenant's own name for its case, and its reason, as it gave them. */
  readonly reference: string | null;
  readonly reason: string | null;
}

/** A verification as the rules use it. Times are milliseconds since the epoch. */
export interface Verification {
  readonly id: string;
  /** `ERASED_REF` after the person's erasure. */
  readonly customerRef: string;
  readonly status: Status;
  readonly decision: Decision | null;
  readonly decisionReasons: readonly DecisionReason[];
  readonly nextAction: NextAction | null;
  readonly policy: Policy;
  readonly steps: readonly Step[];
  /** Increases by one with each change; of two concurrent writers of a revision one fails. */
  readonly revision: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly completedAt: number | null;
  /** The time of a reviewer's ruling; null before it, and if no review was needed. */
  readonly reviewedAt: number | null;
  /** Null without a proposal, and after the decision. */
  readonly proposal: Proposal | null;
  /** When the declined person asked for a decision by a human; null if they did not. */
  readonly contestedAt: number | null;
  /** Their statement, encrypted. Null without one, and after the person's erasure. */
  readonly contestText: Uint8Array | null;
  /** Null without presets, and after the person's erasure. */
  readonly capture: CapturePresets | null;
  /** Null if no link was opened, and after the person's erasure. */
  readonly boundDevice: BoundDevice | null;
  readonly consent: Consent | null;
  /** The details that the tenant expects, encrypted. Null for none, and after the person's erasure. */
  readonly expected: Uint8Array | null;
  /** The named policy and the version that `policy` is; null for an inline policy. */
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  /** The tenant's own labels. Null for none, and after the person's erasure. */
  readonly metadata: Readonly<Record<string, string>> | null;
  /** The tenant's own checks; null before they are requested, and after the person's erasure. */
  readonly checks: readonly ExternalCheck[] | null;
  /** When a trust anchor that a result rests on was recalled; null if none was. */
  readonly recalledAt: number | null;
}
