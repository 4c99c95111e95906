import { within } from "../../../edge/core/outage.ts";

/**
 * Ticks at once: a tick waits up to 10 s for its slowest receiver, and the next ones must not wait for that.
 */
export const MAX_TICKS = 8;
/** A tick that has not ended by then hangs, and the next ones go on without it. */
export const TICK_GIVEN_UP_MS = 60_000;

/**
 * Starts ticks at a steady pace and reports failures. The returned function ends them and waits for those in
 * progress.
 */
export function tickEach(
  pauseMs: number,
  tick: () => Promise<void>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  const timer = setInterval(() => {
    if (underWay.size >= MAX_TICKS) return;
    const one = within(TICK_GIVEN_UP_MS, tick(), () => new Error("a tick hangs and is given up"))
      .catch(onFailure)
      .finally(() => underWay.delete(one));
    underWay.add(one);
  }, pauseMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
  };
}
