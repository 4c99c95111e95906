import { MATCH_LEVELS } from "../../../vocabulary/faces.ts";
import type { FaceComparison, Pack, PrincipalFace } from "../../inference/port.ts";
import { comparisonScore, operatingPoint } from "./comparison.ts";

/** Least distance between the eyes, in pixels, and least sharpness of two faces that can be told apart. */
const COMPARABLE = { interEyeDistance: 24, sharpness: 0.25 } as const;

/**
 * Whether two faces on a document's pictures are of one person, at the loosest level: prints are small and
 * old. Null where they are too small or blurred to tell, or the pack was not measured at that level.
 */
export function isSameHolder(comparison: FaceComparison, pack: Pack): boolean | null {
  const { score, interEyeDistance, sharpness, version } = comparison;
  if (interEyeDistance < COMPARABLE.interEyeDistance || sharpness < COMPARABLE.sharpness) return null;
  const level = MATCH_LEVELS[0];
  if (!pack.operatingPoints.some((point) => point.level === level)) return null;
  return score >= operatingPoint(pack, level, version);
}

/** The comparison of two portraits. Throws 409 for templates of different versions. */
export function comparePortraits(one: PrincipalFace, other: PrincipalFace): FaceComparison {
  const qualities = [one.quality, other.quality];
  return {
    score: comparisonScore(one.template, other.template),
    interEyeDistance: Math.min(...qualities.map(({ native }) => native.interEyeDistance)),
    sharpness: Math.min(...qualities.map(({ components }) => components.sharpness)),
    version: one.template.version,
  };
}
