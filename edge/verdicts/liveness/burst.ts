import type { Pack } from "../../inference/port.ts";
import type { LivenessLevel } from "../../vocabulary/liveness.ts";
import { captureIssues } from "../face/quality.ts";
import { type Criterion, refused, verdictOf } from "./criteria.ts";
import type { CapturedFrame } from "./frame.ts";
import { LIVENESS_LIMITS } from "./levels.ts";
import { judgePassive } from "./passive.ts";
import type { LivenessVerdict } from "./reasons.ts";
import { judgeSequence } from "./sequence.ts";

/**
 * Judges the frames of a burst: each would be live by itself, all are distinct and show one person, and the
 * head moves as no flat picture can. Live only when every frame's own PAD score is clear: motion does not
 * make up for a grey score, for a replayed video moves as the head in it did. So without PAD nets the answer
 * is `step_up_required` or worse, as it is for a passive check; a challenge is what goes further. The score
 * is the weakest criterion's evidence.
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
  return verdictOf(null, [...criteria, pad]);
}
