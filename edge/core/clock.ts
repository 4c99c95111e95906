/**
 * Milliseconds by which the clocks of the edge's machines may differ. A time that is further ahead was told
 * by a clock that is wrong, or was before it was set: nobody waits until then.
 */
export const CLOCKS_AGREE_MS = 60_000;

/**
 * Milliseconds that are left until a time that was at most `longest` ahead when it was noted; 0 once it is
 * past. A time that is further ahead was noted before the clock was set back: it would hold for as long as
 * the clock was wrong, and so it is past as well.
 */
export function leftUntil(until: number, longest: number, now: number): number {
  const left = until - now;
  return left > 0 && left <= longest ? left : 0;
}
