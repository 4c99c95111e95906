import { isSelfsameError } from "../../core/error.ts";
import { RETRIES } from "../../core/retry.ts";
import type { Held } from "../../core/settings.ts";
import { type Clock, sleep } from "../../core/time.ts";
import type { Next } from "../../gen/schemas.ts";
import { type AbortSignalLike, runtime } from "../../platform/runtime.ts";

export interface WatchOptions {
  readonly signal?: AbortSignalLike | undefined;
  /** No calls are made meanwhile. Default: while the page is hidden, if there is a page. */
  readonly isPaused?: (() => boolean) | undefined;
}

/**
 * Milliseconds between two polls. Two devices stay within the service's 120 a minute; a change is known
 * within 2 s.
 */
const PACE = { fresh: 1_500, stale: 5_000, failing: 10_000 } as const;
/** After this long without a change, no person is expected at the device. */
const STALE_AFTER_MS = 120_000;

type Read = (held: Held) => Promise<Next | undefined>;

/**
 * The person's next step, now and whenever it changes, until nothing is left to do for them. A temporary
 * failure is waited out; any other one is thrown.
 */
export async function* watch(
  read: Read,
  clock: Clock,
  { signal, isPaused = isHidden }: WatchOptions,
): AsyncGenerator<Next, void, undefined> {
  const held: Held = {};
  let changedAt = clock.now();
  for (;;) {
    let pace: number = clock.now() - changedAt < STALE_AFTER_MS ? PACE.fresh : PACE.stale;
    if (!isPaused()) {
      const next = await read(held).catch((error: unknown) => {
        if (!mayPass(error)) throw error;
        pace = PACE.failing;
        return undefined;
      });
      if (next !== undefined) {
        changedAt = clock.now();
        pace = PACE.fresh;
        yield next;
        if (next.outcome !== "open") return;
      }
    }
    await sleep(pace, { signal, clock });
  }
}

const mayPass = (error: unknown) => isSelfsameError(error) && RETRIES[error.code]?.wait !== undefined;

const isHidden = () =>
  (runtime.document as { visibilityState?: string } | undefined)?.visibilityState === "hidden";
