import { MATCH_LEVELS, type MatchLevel } from "../../../vocabulary/faces.ts";
import type { Pack, Template } from "../../inference/port.ts";
import { type Comparison, compare } from "./comparison.ts";

export interface PortraitMatch extends Comparison {
  readonly status: "passed" | "review" | "failed";
  readonly reason: "match" | "review_band" | "no_match";
}

/**
 * Compares a live face with a document's portrait at the policy's level. Below that level a review band
 * reaches down to the pack's loosest operating point.
 *
 * Printed, grey and aged portraits cause false non-matches (17–21 % at strict thresholds on degraded
 * portraits), not false matches. A score that only one impostor in a hundred reaches therefore leads to a
 * review instead of a decline. The loosest level has no band: below it reviewers would see more than one
 * impostor in a hundred.
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
 * The reason why two faces cannot be compared at a level, or null: a deleted template, templates of two model
 * versions, or a level without a measured operating point. Each leads to a review, not to a guess.
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
