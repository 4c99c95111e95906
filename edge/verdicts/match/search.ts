import { ApiError } from "../../errors.ts";
import type { Pack } from "../../inference/port.ts";
import { FALSE_MATCH_RATES, MATCH_LEVELS, type MatchLevel } from "../../vocabulary/faces.ts";
import { operatingPoint } from "./comparison.ts";

/**
 * The false positive identification rate that a search aims at (FPIR, ISO/IEC 19795-1): of the searches for
 * persons who are not in the gallery, one in a hundred finds somebody.
 */
export const SEARCH_FPIR = 1e-2;

interface SearchPoint {
  readonly score: number;
  /** Whether the false positive rate at that score is within `SEARCH_FPIR` for a gallery of this size. */
  readonly fpirHeld: boolean;
}

/**
 * The comparison score for a search over N references: that of the loosest level of the pack at which N ×
 * FMR, the upper bound of the search's false positive rate, is within `SEARCH_FPIR`.
 *
 * No score is extrapolated beyond the measured ones. A gallery for which even the strictest is too loose (N
 * over 10 at fmr_1e-3, over 100 at fmr_1e-4) is searched at that one, with a false positive rate of up to N ×
 * FMR: there a match is a candidate for a person to look at, and never declines by itself. Refuses (503) as
 * `operatingPoint` does, and a pack with no measured level.
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
