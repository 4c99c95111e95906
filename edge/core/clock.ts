/** In milliseconds. */
export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Maximum difference in milliseconds between the clocks of the edge's machines. A time further ahead was
 * written by a wrong clock, or before the clock was corrected: no work waits for it.
 */
export const CLOCKS_AGREE_MS = 60_000;

/**
 * Milliseconds left until a time that was at most `longest` ahead when it was written; 0 once it is past. A
 * time further ahead was written before the clock was set back, so it counts as past: else work would wait
 * for as long as the clock was wrong.
 */
export function leftUntil(until: number, longest: number, now: number): number {
  const left = until - now;
  return left > 0 && left <= longest ? left : 0;
}
