import type { Pack, Template } from "../../inference/port.ts";
import { MATCH_LEVELS, type MatchLevel } from "../../vocabulary/faces.ts";
import { type Comparison, compare } from "./comparison.ts";

export interface PortraitMatch extends Comparison {
  readonly status: "passed" | "review" | "failed";
  readonly reason: "match" | "review_band" | "no_match";
}

/**
 * Compares a live face with a document's portrait at the policy's level, with a review band beneath it that
 * reaches down to the pack's loosest operating point.
 *
 * A printed, grey or aged portrait costs false non-matches (17–21 % at strict thresholds on degraded
 * portraits), not false matches, so a score that only one impostor in a hundred reaches goes to a person
 * instead of declining an honest one. The loosest level has no band: beneath it a person would see more than
 * one impostor in a hundred.
 */
export function matchPortrait(
  live: Template,
  portrait: Template,
  pack: Pack,
  level: MatchLevel,
): PortraitMatch {
  const comparison = compare(live, portrait, pack, level);
  if (comparison.match) return { ...comparison, status: "passed", reason: "match" };
  return compare(live, portrait, pack, MATCH_LEVELS[0]).match
    ? { ...comparison, status: "review", reason: "review_band" }
    : { ...comparison, status: "failed", reason: "no_match" };
}

/**
 * Why two faces cannot be compared at a level, or null: a template that is there no more, templates of two
 * model versions, or a level that the pack was never measured at. Each is for a person to look at, not for a
 * guess.
 */
export function whyIncomparable(
  live: Template | null,
  portrait: Template | null,
  pack: Pack,
  level: MatchLevel,
): "face_erased" | "model_version_mismatch" | "level_not_measured" | null {
  if (live === null || portrait === null) return "face_erased";
  if (live.version !== portrait.version) return "model_version_mismatch";
  return pack.operatingPoints.some((point) => point.level === level) ? null : "level_not_measured";
}
