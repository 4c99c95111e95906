import { FALSE_MATCH_RATES, MATCH_LEVELS, type MatchLevel } from "../../../vocabulary/faces.ts";
import { ApiError } from "../../core/errors.ts";
import type { FaceComparison, ModelBundle, PrincipalFace, Template } from "../../inference/port.ts";

interface Comparison {
  readonly match: boolean;
  /** 0..1, see `similarityOf`. */
  readonly similarity: number;
  /** On the same scale as `similarity`. */
  readonly threshold: number;
  readonly modelVersion: string;
}

/**
 * Comparison score of two templates: their dot product, -1..1. Throws 409 `model_version_mismatch` for
 * templates of different versions. Vectors of different or zero length, or a product that is NaN, are a
 * defect.
 */
export function comparisonScore(probe: Template, reference: Template): number {
  if (probe.version !== reference.version) {
    throw new ApiError("model_version_mismatch", "The two faces were read by different model versions.");
  }
  if (probe.vector.length !== reference.vector.length || probe.vector.length === 0) {
    throw new Error("Templates of one version differ in length.");
  }
  const score = probe.vector.reduce((sum, value, i) => sum + value * reference.vector[i]!, 0);
  if (!Number.isFinite(score)) throw new Error("A template holds a value that is no number.");
  return Math.min(1, Math.max(-1, score));
}

/**
 * Similarity, 0..1, of a comparison score s in -1..1: (1 + s) / 2. Equal templates have 1 and opposite ones
 * 0.
 */
export function similarityOf(score: number): number {
  return (1 + score) / 2;
}

/**
 * The comparison score at which the bundle's measured false match rate is the level's. Throws 503 if the
 * bundle was not measured at that level, or makes templates of another version: a threshold is never guessed.
 */
export function operatingPoint(bundle: ModelBundle, level: MatchLevel, version: string): number {
  const point = bundle.operatingPoints.find((candidate) => candidate.level === level);
  if (point === undefined || !Number.isFinite(point.comparisonScore)) {
    throw new ApiError(
      "service_unavailable",
      `The model bundle has no measured operating point for ${level}.`,
    );
  }
  if (bundle.templateVersion !== version) {
    throw new ApiError("service_unavailable", "The model bundle is being exchanged.", { retryAfter: 60 });
  }
  return point.comparisonScore;
}

/** Biometric verification (1:1) of a probe against a reference at a named level. */
export function compare(
  probe: Template,
  reference: Template,
  bundle: ModelBundle,
  level: MatchLevel,
): Comparison {
  const score = comparisonScore(probe, reference);
  const threshold = operatingPoint(bundle, level, probe.version);
  return {
    match: score >= threshold,
    similarity: similarityOf(score),
    threshold: similarityOf(threshold),
    modelVersion: probe.version,
  };
}

/** Minimum distance between the eyes, in pixels, and minimum sharpness for comparing two faces. */
const COMPARABLE = { interEyeDistance: 24, sharpness: 0.25 } as const;

/**
 * Whether two faces on a document's images are of one person, at the loosest level: prints are small and old.
 * Null if they are too small or blurred to compare, or the bundle was not measured at that level.
 */
export function isSameHolder(comparison: FaceComparison, bundle: ModelBundle): boolean | null {
  const { score, interEyeDistance, sharpness, version } = comparison;
  if (interEyeDistance < COMPARABLE.interEyeDistance || sharpness < COMPARABLE.sharpness) return null;
  const level = MATCH_LEVELS[0];
  if (!isMeasured(bundle.operatingPoints, level)) return null;
  return score >= operatingPoint(bundle, level, version);
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

/**
 * The false positive identification rate that a search aims at (FPIR, ISO/IEC 19795-1): of the searches for
 * persons outside the gallery, one in a hundred returns a candidate.
 */
export const SEARCH_FPIR = 1e-2;

interface SearchPoint {
  readonly score: number;
  /** Whether the false positive rate at that score is within `SEARCH_FPIR` for a gallery of this size. */
  readonly fpirHeld: boolean;
}

/**
 * The comparison score for a search over N references: that of the bundle's loosest level at which N × FMR,
 * the upper bound of the search's false positive rate, is within `SEARCH_FPIR`.
 *
 * No score is extrapolated beyond the measured ones. A gallery that is too large even for the strictest level
 * (N over 10 at fmr_1e-3, over 100 at fmr_1e-4) is searched at that level, with a false positive rate of up
 * to N × FMR: a match is then a candidate for review, and never declines by itself. Throws 503 as
 * `operatingPoint` does, and for a bundle without a measured level.
 */
export function searchPoint(bundle: ModelBundle, gallerySize: number, version: string): SearchPoint {
  const measured = MATCH_LEVELS.filter((level) => isMeasured(bundle.operatingPoints, level));
  const holds = (level: MatchLevel) => gallerySize * FALSE_MATCH_RATES[level] <= SEARCH_FPIR;
  const level = measured.find(holds) ?? measured.at(-1);
  if (level === undefined) {
    throw new ApiError("service_unavailable", "The model bundle has no measured operating point.");
  }
  return { score: operatingPoint(bundle, level, version), fpirHeld: holds(level) };
}

export interface PortraitMatch extends Comparison {
  readonly status: "passed" | "review" | "failed";
  readonly reason: "match" | "review_band" | "no_match";
}

/** The operating points of a model bundle. */
type Points = readonly Pick<ModelBundle["operatingPoints"][number], "level" | "comparisonScore">[];

/** Whether a bundle was measured at the level. */
export const isMeasured = (points: Points, level: MatchLevel): boolean =>
  points.some((point) => point.level === level);

/**
 * Compares a live face with a document's portrait at the policy's level. Below that level a review band
 * reaches down to the bundle's loosest operating point.
 *
 * Printed, grey and aged portraits cause false non-matches (17–21 % at strict thresholds on degraded
 * portraits), not false matches. A score that only one impostor in a hundred reaches therefore leads to a
 * review instead of a decline. The loosest level has no band: below it reviewers would see more than one
 * impostor in a hundred.
 */
export function matchPortrait(
  live: Template,
  portrait: Template,
  bundle: ModelBundle,
  level: MatchLevel,
): PortraitMatch {
  const comparison = compare(live, portrait, bundle, level);
  return { ...comparison, ...matchScore(comparisonScore(live, portrait), bundle.operatingPoints, level) };
}

/** The same by a comparison score. Both levels must be measured. */
export function matchScore(
  score: number,
  points: Points,
  level: MatchLevel,
): Pick<PortraitMatch, "status" | "reason"> {
  const reaches = (at: MatchLevel) =>
    points.some((point) => point.level === at && score >= point.comparisonScore);
  if (reaches(level)) return { status: "passed", reason: "match" };
  return reaches(MATCH_LEVELS[0])
    ? { status: "review", reason: "review_band" }
    : { status: "failed", reason: "no_match" };
}

/**
 * The reason why two faces cannot be compared, or null: a deleted template, or templates of two model
 * versions. Both lead to a review, not to a guess. So does a level without a measured operating point.
 */
export function whyIncomparable(
  live: Template | null,
  portrait: Template | null,
): "face_erased" | "model_version_mismatch" | null {
  if (live === null || portrait === null) return "face_erased";
  return live.version === portrait.version ? null : "model_version_mismatch";
}
