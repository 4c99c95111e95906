import type { LivenessLevel } from "../../../vocabulary/enumerations.ts";
import type { CaptureIssue } from "../../../vocabulary/faces.ts";
import type { FrameAssessment, ModelBundle } from "../../inference/port.ts";
import { isExtreme } from "../match/capture-rules.ts";
import { captureIssues } from "../match/quality.ts";
import type { Action } from "./actions.ts";
import { type Criterion, evidence, refused, THRESHOLD, verdictOf } from "./criteria.ts";
import { LIVENESS_LIMITS, type LivenessLimits } from "./levels.ts";
import type { CapturedFrame } from "./motion/movement.ts";
import { performed, performedOtherAction } from "./performance.ts";
import type { LivenessVerdict } from "./reasons.ts";
import { judgeSequence } from "./sequence.ts";

/** Issues that are allowed in a turned head: its far side is hidden, and its pose is intended. */
const ALLOWED_WHEN_TURNED: readonly CaptureIssue[] = ["extreme_pose", "face_occluded"];

/**
 * Degrees. The neutral frame must look ahead: a turn could otherwise be faked by starting from the other
 * side. People who look into the camera were measured at up to 18°.
 */
const NEUTRAL_POSE_MAX = 25;

/**
 * Judges a challenge's frames, the neutral one first. All criteria of a burst apply except PAD scores that
 * pass. The requested action must be performed, and not its opposite. PAD scores count for frames that look
 * ahead enough for a meaningful score: a good score never helps, a failing one requires a larger movement,
 * and a failing mean answers `low_score`. Inconclusive and missing scores are allowed, since they lead to
 * challenges. The score is the weakest criterion's evidence.
 */
export function judgeChallenge(
  frames: readonly CapturedFrame[],
  action: Action,
  bundle: ModelBundle,
  level: LivenessLevel,
): LivenessVerdict {
  const limits = LIVENESS_LIMITS[level];
  const issue = captureReason(frames.map(({ assessment }) => assessment));
  if (issue !== null) return refused(issue);
  const faces = frames.flatMap(({ assessment }) => assessment.analysis.principal ?? []);
  const [neutral, ...others] = faces;
  if (neutral === undefined || others.length === 0) return refused("challenge_not_performed");
  const pads = padScores(frames);
  const factor = Math.min(...pads) < limits.padInconclusive ? limits.scrutiny : 1;
  const { blocked, criteria } = judgeSequence(frames, faces, bundle, limits.depth * factor);
  if (blocked !== null) return refused(blocked);
  const done = performed(action, neutral, others, limits, factor);
  if (performedOtherAction(action, done >= THRESHOLD, neutral, others, limits))
    return refused("wrong_action");
  const performance: Criterion = { evidence: done, short: "challenge_not_performed" };
  // A challenge is the last resort: a failed challenge leads to another challenge, never to a further
  // step-up.
  return { ...verdictOf([performance, ...criteria, padCriterion(pads, limits)]), nextAction: null };
}

function captureReason(frames: readonly FrameAssessment[]): CaptureIssue | null {
  const blocking = frames.flatMap(({ analysis }, index) => {
    const issues = captureIssues(analysis);
    if (index > 0) return issues.filter((issue) => !ALLOWED_WHEN_TURNED.includes(issue));
    const { yaw, pitch } = analysis.principal?.pose ?? { yaw: 0, pitch: 0 };
    const away = Math.max(Math.abs(yaw), Math.abs(pitch)) > NEUTRAL_POSE_MAX;
    return away ? [...issues, "extreme_pose" as const] : issues;
  });
  return blocking[0] ?? null;
}

/** PAD scores of the frames within the poses at which such scores were measured. */
function padScores(frames: readonly CapturedFrame[]): number[] {
  return frames.flatMap(({ assessment: { analysis, pad } }) =>
    pad === null || analysis.principal === null || isExtreme(analysis.principal.pose) ? [] : pad.score,
  );
}

/** Frames without any PAD score meet the criterion. */
function padCriterion(scores: readonly number[], { padInconclusive }: LivenessLimits): Criterion {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return { evidence: scores.length === 0 ? 1 : evidence(mean, padInconclusive), short: "low_score" };
}
