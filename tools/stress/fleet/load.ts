import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "../../../edge/errors.ts";
import type { InferencePort } from "../../../edge/inference/port.ts";
import { CALLER } from "../../../test/harness/edge/inference-results.ts";
import { command } from "../../../test/harness/inference/serving.ts";

/** What failed, and why: the edge tells its callers the first of these alone. */
function* causes(error: unknown): Generator<Error> {
  for (let at = error; at instanceof Error; at = at.cause) yield at;
}

/** Seconds that a refused caller waits, as SDKs do: a circuit that is open is else asked without end. */
const retryAfterOf = (error: unknown): number => (error instanceof ApiError && error.retryAfter) || 1;

/** Milliseconds that an engine takes for a call. */
const COST = 20;
const SEARCH = { discard: null, base: null, changes: [], probe: null, limit: 1 } as const;

/**
 * Callers of one edge that each make one call after another: a face, then a gallery. Every call is safe to
 * repeat.
 */
export class Load {
  calls = 0;
  /** What the edge was told, by how often. */
  readonly failures = new Map<string, number>();
  readonly #port: InferencePort;
  #stopping = false;
  #callers: Promise<void>[] = [];

  constructor(port: InferencePort) {
    this.#port = port;
  }

  get failed(): number {
    return [...this.failures.values()].reduce((sum, count) => sum + count, 0);
  }

  start(callers: number): void {
    this.#callers = Array.from({ length: callers }, (_, i) => this.#call(i));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#callers);
  }

  async #call(caller: number): Promise<void> {
    const port = this.#port;
    for (let n = 0; !this.#stopping; n++) {
      const gallery = `tenant-${caller}/test/${n % 16}`;
      const one = [
        () => port.analyzeFace({ param: "image", ...command({ sleep: COST }) }, CALLER),
        () => port.searchGallery({ gallery, ...SEARCH }, CALLER),
      ][n % 2]!;
      this.calls++;
      await one().catch(async (error: Error) => {
        const what = [...causes(error)].map(({ message }) => message).join(" < ");
        this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
        await sleep(retryAfterOf(error) * 1_000);
      });
    }
  }
}
