/**
 * Milliseconds by which the clocks of the edge's machines may differ. A time that is further ahead was told
 * by a clock that is wrong, or was before it was set: nobody waits until then.
 */
export const CLOCKS_AGREE_MS = 60_000;
