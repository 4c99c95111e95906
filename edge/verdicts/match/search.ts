import { FALSE_MATCH_RATES, MATCH_LEVELS, type MatchLevel } from "../../../vocabulary/faces.ts";
import { ApiError } from "../../core/errors.ts";
import type { Pack } from "../../inference/port.ts";
import { operatingPoint } from "./comparison.ts";

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
 * The comparison score for a search over N references: that of the pack's loosest level at which N × FMR, the
 * upper bound of the search's false positive rate, is within `SEARCH_FPIR`.
 *
 * No score is extrapolated beyond the measured ones. A gallery that is too large even for the strictest level
 * (N over 10 at fmr_1e-3, over 100 at fmr_1e-4) is searched at that level, with a false positive rate of up
 * to N × FMR: a match is then a candidate for review, and never declines by itself. Throws 503 as
 * `operatingPoint` does, and for a pack without a measured level.
 */
export function searchPoint(pack: Pack, gallerySize: number, version: string): SearchPoint {
  const measured = MATCH_LEVELS.filter((level) =>
    pack.operatingPoints.some((point) => point.level === level),
  );
  const holds = (level: MatchLevel) => gallerySize * FALSE_MATCH_RATES[level] <= SEARCH_FPIR;
  const level = measured.find(holds) ?? measured.at(-1);
  if (level === undefined) {
    throw new ApiError("service_unavailable", "The model pack has no measured operating point.");
  }
  return { score: operatingPoint(pack, level, version), fpirHeld: holds(level) };
}
