import type { FrameAssessment, Pack } from "../../inference/port.ts";
import type { CaptureIssue } from "../../vocabulary/faces.ts";
import type { LivenessLevel } from "../../vocabulary/liveness.ts";
import { isExtreme } from "../face/capture-rules.ts";
import { captureIssues } from "../face/quality.ts";
import type { Action } from "./actions.ts";
import { type Criterion, evidence, refused, THRESHOLD, verdictOf } from "./criteria.ts";
import type { CapturedFrame } from "./frame.ts";
import { LIVENESS_LIMITS, type LivenessLimits } from "./levels.ts";
import { didOtherwise, performed } from "./performance.ts";
import type { LivenessVerdict } from "./reasons.ts";
import { judgeSequence } from "./sequence.ts";

/** Issues that a turned head is allowed: its far side is hidden, and its pose is the point. */
const ALLOWED_WHEN_TURNED: readonly CaptureIssue[] = ["extreme_pose", "face_occluded"];

/**
 * Degrees. The neutral frame looks ahead, so that a turn cannot be feigned by starting from the other side;
 * people who look into the camera were measured at up to 18.
 */
const NEUTRAL_POSE_MAX = 25;

/**
 * Judges a challenge's frames, the neutral one first: all that a burst asks for but clear PAD scores, and the
 * action, not its opposite. PAD scores weigh on every frame that looks ahead enough to have a meaningful one:
 * a good one never helps; a bad one asks for a wider movement; where their mean is bad the answer is
 * `low_score`. A grey one, or none, is what led to the challenge. The score is the weakest criterion's
 * evidence.
 */
export function judgeChallenge(
  frames: readonly CapturedFrame[],
  action: Action,
  pack: Pack,
  level: LivenessLevel,
): LivenessVerdict {
  const limits = LIVENESS_LIMITS[level];
  const issue = captureReason(frames.map(({ assessment }) => assessment));
  if (issue !== null) return refused(issue);
  const faces = frames.flatMap(({ assessment }) => assessment.analysis.principal ?? []);
  const [neutral, ...others] = faces;
  if (neutral === undefined || others.length === 0) return refused("challenge_not_performed");
  const pads = padScores(frames);
  const factor = Math.min(...pads) < limits.padGrey ? limits.scrutiny : 1;
  const { blocked, criteria } = judgeSequence(frames, faces, pack, limits.depth * factor);
  if (blocked !== null) return refused(blocked);
  const done = performed(action, neutral, others, limits, factor);
  if (didOtherwise(action, done >= THRESHOLD, neutral, others, limits)) return refused("wrong_action");
  const performance: Criterion = { evidence: done, short: "challenge_not_performed" };
  // A challenge is the last resort: a failed one leads to another challenge, never to a further step-up.
  return { ...verdictOf(null, [performance, ...criteria, padCriterion(pads, limits)]), nextAction: null };
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

/** PAD scores of the frames whose head looks ahead as far as such scores were measured. */
function padScores(frames: readonly CapturedFrame[]): number[] {
  return frames.flatMap(({ assessment: { analysis, pad } }) =>
    pad === null || analysis.principal === null || isExtreme(analysis.principal.pose) ? [] : pad.score,
  );
}

/** Nothing stands against the frames where none has a PAD score. */
function padCriterion(scores: readonly number[], { padGrey }: LivenessLimits): Criterion {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return { evidence: scores.length === 0 ? 1 : evidence(mean, padGrey), short: "low_score" };
}
