import type { LivenessLevel } from "../../../vocabulary/enumerations.ts";
import type { Pack } from "../../inference/port.ts";
import { captureIssues } from "../match/quality.ts";
import { type Criterion, refused, verdictOf } from "./criteria.ts";
import type { CapturedFrame } from "./frame.ts";
import { LIVENESS_LIMITS } from "./levels.ts";
import { judgePassive } from "./passive.ts";
import type { LivenessVerdict } from "./reasons.ts";
import { judgeSequence } from "./sequence.ts";

/**
 * Judges the frames of a burst. Each frame must be live by itself, all must be distinct and show one person,
 * and the head must move unlike a flat picture. Every frame's own PAD score must be clear: motion does not
 * compensate for a grey score, because a replayed video moves as the recorded head did. Without PAD nets the
 * answer is therefore `step_up_required` or worse, as for a passive check; a challenge can still pass. The
 * score is the weakest criterion's evidence.
 */
export function judgeBurst(
  frames: readonly CapturedFrame[],
  pack: Pack,
  level: LivenessLevel,
): LivenessVerdict {
  const issue = frames.flatMap(({ assessment }) => captureIssues(assessment.analysis))[0];
  const faces = frames.flatMap(({ assessment }) => assessment.analysis.principal ?? []);
  if (issue !== undefined) return refused(issue);
  const { blocked, criteria } = judgeSequence(frames, faces, pack, LIVENESS_LIMITS[level].depth);
  if (blocked !== null) return refused(blocked);
  const passive = frames.map(({ assessment }) => judgePassive(assessment, level));
  const weakest = passive.reduce((least, each) => (each.score < least.score ? each : least));
  const pad: Criterion = { evidence: weakest.score, short: weakest.reason };
  return verdictOf([...criteria, pad]);
}
