import type { Pack, PrincipalFace } from "../../inference/port.ts";
import { comparisonScore, operatingPoint } from "../match/comparison.ts";
import { type Criterion, evidence } from "./criteria.ts";
import type { CapturedFrame } from "./frame.ts";
import { areDistinct } from "./motion/distinct.ts";
import { depthShown, movementBetween, tiltedLikeAPicture } from "./motion/parallax.ts";
import type { LivenessReason } from "./reasons.ts";

/** What several frames say together, whatever was asked for. */
interface SequenceFindings {
  /** Why the frames cannot be one living person's, however they score. */
  readonly blocked: LivenessReason | null;
  readonly criteria: readonly Criterion[];
}

/**
 * What burst and challenge both ask of two or more frames that show a face each: all are distinct, show one
 * person (each compared with the first one at the pack's loosest operating point, since a turned head scores
 * lower) and between some two of them the landmarks move as no flat picture's can. A picture's tilt is not
 * named `print_attack`, which is final: of some 300 heads drawn on photos with 40 px between the eyes, one
 * that looked up was taken for it.
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
