import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

const MINUTE_MS = 60_000;
/** Without an erasure workerd is replaced so often: other edges and sweeps erase what it has seen. */
const HOUR_MS = 60 * MINUTE_MS;
const POLL_MS = 1_000;
/** While it waits for a moment without calls. */
const QUIET_POLL_MS = 100;

/** Minutes, as settings have them; a part of one may be said. */
const minutes = (usual: number) => z.coerce.number().min(0).max(1_440).default(usual);

export const replacementVariables = { EDGE_REPLACE_PAUSE: minutes(5), EDGE_REPLACE_WITHIN: minutes(10) };

/** When workerd is replaced by a fresh one, in milliseconds. */
export interface ReplacementLimits {
  /** Between two of them there is at least so long. */
  readonly pauseMs: number;
  /** After an erasure one follows within so long, or as soon as the pause is over; 0: never. */
  readonly withinMs: number;
}

export const replacementLimits = (given: {
  readonly EDGE_REPLACE_PAUSE: number;
  readonly EDGE_REPLACE_WITHIN: number;
}): ReplacementLimits => ({
  pauseMs: given.EDGE_REPLACE_PAUSE * MINUTE_MS,
  withinMs: given.EDGE_REPLACE_WITHIN * MINUTE_MS,
});

/** Times of one clock, in milliseconds. */
interface Times {
  readonly now: number;
  /** When this workerd began. */
  readonly startedAt: number;
  /** Its first erasure; undefined while there was none. */
  readonly erasedAt: number | undefined;
}

/** Whether it is to be replaced: not yet, at a moment without calls, or whatever is under way. */
export function dueness(
  { now, startedAt, erasedAt = startedAt + HOUR_MS }: Times,
  { pauseMs, withinMs }: ReplacementLimits,
): "not_yet" | "when_quiet" | "now" {
  if (withinMs === 0 || now < Math.max(erasedAt, startedAt + pauseMs)) return "not_yet";
  return now < erasedAt + withinMs ? "when_quiet" : "now";
}

/** What a workerd says of itself: `edge/monitoring/supervise.ts`. */
export interface Memory {
  readonly hasErased: boolean;
  readonly isQuiet: boolean;
}

interface Replaced {
  memory(): Promise<Memory>;
  /** Replaces it, and returns false where the moment was not quiet after all, unless that does not matter. */
  replace(needsQuiet: boolean): Promise<boolean>;
}

/**
 * Asks workerd and replaces it when that is due, until it is stopped. The returned function waits for a
 * replacement that is under way. A workerd that does not answer is asked again.
 */
export function replaceWhenDue(
  { memory, replace }: Replaced,
  limits: ReplacementLimits,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  const stopped = new AbortController();
  const clock = () => performance.now();
  const run = async () => {
    let startedAt = clock();
    let erasedAt: number | undefined;
    while (!stopped.signal.aborted) {
      const { hasErased, isQuiet } = await memory().catch(() => ({ hasErased: false, isQuiet: false }));
      if (hasErased) erasedAt ??= clock();
      const due = dueness({ now: clock(), startedAt, erasedAt }, limits);
      if (due === "now" || (due === "when_quiet" && isQuiet)) {
        const isReplaced = await replace(due === "when_quiet").catch((error: unknown) => {
          onFailure(error);
          return false;
        });
        if (isReplaced) {
          startedAt = clock();
          erasedAt = undefined;
        }
      }
      const ms = due === "when_quiet" ? QUIET_POLL_MS : POLL_MS;
      await pause(ms, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const running = limits.withinMs === 0 ? Promise.resolve() : run();
  return async () => {
    stopped.abort();
    await running;
  };
}
