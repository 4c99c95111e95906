import type { Pack, PrincipalFace } from "../../inference/port.ts";
import { comparisonScore, operatingPoint } from "../match/comparison.ts";
import { type Criterion, evidence } from "./criteria.ts";
import type { CapturedFrame } from "./frame.ts";
import { areDistinct } from "./motion/distinct.ts";
import { depthShown, movementBetween, tiltedLikeAPicture } from "./motion/parallax.ts";
import type { LivenessReason } from "./reasons.ts";

/** The common findings about several frames, in any mode. */
interface SequenceFindings {
  /** The reason why the frames cannot show one living person, whatever their scores. */
  readonly blocked: LivenessReason | null;
  readonly criteria: readonly Criterion[];
}

/**
 * The common criteria of burst and challenge, for two or more frames with a face each. All frames must be
 * distinct and show one person: each is compared with the first at the pack's loosest operating point,
 * because a turned head scores lower. Between some two frames the landmarks must move unlike a flat
 * picture's. A picture's tilt is not reported as `print_attack`, which is final: of some 300 heads in photos
 * with 40 px between the eyes, one that looked up was mistaken for a tilted picture.
 */
export function judgeSequence(
  frames: readonly CapturedFrame[],
  faces: readonly PrincipalFace[],
  pack: Pack,
  depthRequired: number,
): SequenceFindings {
  if (!areDistinct(frames)) return { blocked: "frames_not_distinct", criteria: [] };
  const [first, ...others] = faces as [PrincipalFace, ...PrincipalFace[]];
  const samePerson = operatingPoint(pack, "fmr_1e-2", first.template.version);
  const lowestScore = Math.min(...others.map((face) => comparisonScore(face.template, first.template)));
  if (lowestScore < samePerson) return { blocked: "identity_changed", criteria: [] };
  const movements = faces.flatMap((face, n) =>
    faces.slice(n + 1).map((later) => movementBetween(face.landmarks, later.landmarks)),
  );
  const depth = Math.max(...movements.map(depthShown));
  return {
    blocked: movements.some(tiltedLikeAPicture) ? "frames_static" : null,
    criteria: [
      { evidence: evidence(depth, depthRequired), short: "frames_static" },
      { evidence: evidence(lowestScore, samePerson), short: "identity_changed" },
    ],
  };
}
