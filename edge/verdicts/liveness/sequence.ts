import type { LivenessLevel } from "../../../vocabulary/enumerations.ts";
import type { FrameAssessment, ModelBundle, PrincipalFace } from "../../inference/port.ts";
import { comparisonScore, operatingPoint } from "../match/comparison.ts";
import { captureIssues } from "../match/quality.ts";
import { type Criterion, evidence, refused, verdictOf } from "./criteria.ts";
import { LIVENESS_LIMITS } from "./levels.ts";
import type { CapturedFrame } from "./motion/movement.ts";
import { areDistinct } from "./motion/movement.ts";
import { depthShown, movementBetween, tiltedLikeAnImage } from "./motion/parallax.ts";
import { type LivenessReason, type LivenessVerdict, verdict } from "./reasons.ts";

/**
 * Judges one frame. Without a PAD score (no PAD model in the bundle, or a frame outside its range) the answer
 * is `step_up_required` with score 0, never live. A score that passes is live; an inconclusive one requires a
 * challenge; a failing one is `low_score` and requires one too, because the score is a risk signal that does
 * not reject by itself.
 */
export function judgePassive(frame: FrameAssessment, level: LivenessLevel): LivenessVerdict {
  const { padLive, padInconclusive } = LIVENESS_LIMITS[level];
  const pad = frame.pad?.score ?? null;
  return verdict({
    blocked: captureIssues(frame.analysis)[0] ?? null,
    score: pad ?? 0,
    threshold: padLive,
    short: pad !== null && pad < padInconclusive ? "low_score" : "step_up_required",
  });
}

/** The common findings about several frames, in any mode. */
interface SequenceFindings {
  /** The reason why the frames cannot show one living person, whatever their scores. */
  readonly blocked: LivenessReason | null;
  readonly criteria: readonly Criterion[];
}

/**
 * The common criteria of burst and challenge, for two or more frames with a face each. All frames must be
 * distinct and show one person: each is compared with the first at the bundle's loosest operating point,
 * because a turned head scores lower. Between some two frames the landmarks must move unlike a flat image's.
 * An image's tilt is not reported as `print_attack`, which is final: of some 300 heads in photos with 40 px
 * between the eyes, one that looked up was mistaken for a tilted image.
 */
export function judgeSequence(
  frames: readonly CapturedFrame[],
  faces: readonly PrincipalFace[],
  bundle: ModelBundle,
  depthRequired: number,
): SequenceFindings {
  if (!areDistinct(frames)) return { blocked: "frames_not_distinct", criteria: [] };
  const [first, ...others] = faces as [PrincipalFace, ...PrincipalFace[]];
  const samePerson = operatingPoint(bundle, "fmr_1e-2", first.template.version);
  const lowestScore = Math.min(...others.map((face) => comparisonScore(face.template, first.template)));
  if (lowestScore < samePerson) return { blocked: "identity_changed", criteria: [] };
  const movements = faces.flatMap((face, n) =>
    faces.slice(n + 1).map((later) => movementBetween(face.landmarks, later.landmarks)),
  );
  const depth = Math.max(...movements.map(depthShown));
  return {
    blocked: movements.some(tiltedLikeAnImage) ? "frames_static" : null,
    criteria: [
      { evidence: evidence(depth, depthRequired), short: "frames_static" },
      { evidence: evidence(lowestScore, samePerson), short: "identity_changed" },
    ],
  };
}

/**
 * Judges the frames of a burst. Each frame must be live by itself, all must be distinct and show one person,
 * and the head must move unlike a flat image. Every frame's own PAD score must pass: motion does not
 * compensate for an inconclusive score, because a replayed video moves as the recorded head did. Without PAD
 * models the answer is therefore `step_up_required` or worse, as for a passive check; a challenge can still
 * pass. The score is the weakest criterion's evidence.
 */
export function judgeBurst(
  frames: readonly CapturedFrame[],
  bundle: ModelBundle,
  level: LivenessLevel,
): LivenessVerdict {
  const issue = frames.flatMap(({ assessment }) => captureIssues(assessment.analysis))[0];
  const faces = frames.flatMap(({ assessment }) => assessment.analysis.principal ?? []);
  if (issue !== undefined) return refused(issue);
  const { blocked, criteria } = judgeSequence(frames, faces, bundle, LIVENESS_LIMITS[level].depth);
  if (blocked !== null) return refused(blocked);
  const passive = frames.map(({ assessment }) => judgePassive(assessment, level));
  const weakest = passive.reduce((least, each) => (each.score < least.score ? each : least));
  const pad: Criterion = { evidence: weakest.score, short: weakest.reason };
  return verdictOf([...criteria, pad]);
}
