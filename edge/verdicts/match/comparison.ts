import type { MatchLevel } from "../../../vocabulary/faces.ts";
import { ApiError } from "../../core/errors.ts";
import type { Pack, Template } from "../../inference/port.ts";

export interface Comparison {
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
 * The comparison score at which the pack's measured false match rate is the level's. Throws 503 when the pack
 * was not measured at that level, or makes templates of another version: a threshold is never guessed.
 */
export function operatingPoint(pack: Pack, level: MatchLevel, version: string): number {
  const point = pack.operatingPoints.find((candidate) => candidate.level === level);
  if (point === undefined || !Number.isFinite(point.comparisonScore)) {
    throw new ApiError("service_unavailable", `The model pack has no measured operating point for ${level}.`);
  }
  if (pack.templateVersion !== version) {
    throw new ApiError("service_unavailable", "The model pack is being exchanged.", { retryAfter: 60 });
  }
  return point.comparisonScore;
}

/** Biometric verification (1:1) of a probe against a reference at a named level. */
export function compare(probe: Template, reference: Template, pack: Pack, level: MatchLevel): Comparison {
  const score = comparisonScore(probe, reference);
  const threshold = operatingPoint(pack, level, probe.version);
  return {
    match: score >= threshold,
    similarity: similarityOf(score),
    threshold: similarityOf(threshold),
    modelVersion: probe.version,
  };
}
