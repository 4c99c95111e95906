import { CAPTURE_ISSUES, type CaptureIssue } from "../../../vocabulary/faces.ts";

/**
 * Contract §5.3's `reason`, and whether the same person may succeed with another try. A recognised attack is
 * final.
 */
const RETRYABLE = {
  live: false,
  print_attack: false,
  screen_replay: false,
  mask_attack: false,
  frames_replayed: false,
  registration_copied: false,
  challenge_not_performed: true,
  wrong_action: true,
  identity_changed: true,
  frames_not_distinct: true,
  frames_static: true,
  no_face: true,
  multiple_faces: true,
  face_too_small: true,
  face_occluded: true,
  too_blurry: true,
  too_dark: true,
  too_bright: true,
  extreme_pose: true,
  low_score: true,
  step_up_required: true,
} as const satisfies Record<string, boolean>;

export type LivenessReason = keyof typeof RETRYABLE;
export const LIVENESS_REASONS = Object.keys(RETRYABLE) as LivenessReason[];

/** Evidence against the person, on frames that would count otherwise: manual review is required. */
const ADVERSE: ReadonlySet<LivenessReason> = new Set(["frames_replayed", "registration_copied"]);
export const isAdverse = (reason: LivenessReason): boolean => ADVERSE.has(reason);

/** Reasons after which the next check is a challenge instead of the same check again. */
const STEPS_UP: ReadonlySet<LivenessReason> = new Set(["low_score", "step_up_required"]);

export function isCaptureIssue(reason: LivenessReason): reason is CaptureIssue {
  return (CAPTURE_ISSUES as readonly string[]).includes(reason);
}

export interface LivenessVerdict {
  readonly isLive: boolean;
  /** 0..1, higher is more live; 0 when no frame could be measured. */
  readonly score: number;
  readonly threshold: number;
  readonly reason: LivenessReason;
  readonly retryable: boolean;
  readonly nextAction: { readonly type: "liveness_challenge" } | null;
}

/**
 * A verdict that is live exactly when no reason blocks it and the score reaches the threshold. A blocked
 * capture has the score 0: it is no evidence of liveness.
 */
export function verdict(evidence: {
  blocked: LivenessReason | null;
  score: number;
  threshold: number;
  /** The reason for a score below the threshold, when no other reason blocks. */
  short: LivenessReason;
}): LivenessVerdict {
  const { blocked, score, threshold, short } = evidence;
  if (!(score >= 0 && score <= 1)) throw new Error("A liveness score lies outside 0..1.");
  const isLive = blocked === null && score >= threshold;
  const reason = blocked ?? (isLive ? "live" : short);
  return {
    isLive,
    score: blocked === null ? score : 0,
    threshold,
    reason,
    retryable: RETRYABLE[reason],
    nextAction: STEPS_UP.has(reason) ? { type: "liveness_challenge" } : null,
  };
}
