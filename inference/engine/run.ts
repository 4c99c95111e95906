import { MOST_LOSSES } from "./queue/suspects.ts";
import type { EngineSlot } from "./slot.ts";

/**
 * Work of a job on one engine, which is killed when that has run for so many milliseconds without an answer.
 * The run that it put aside goes on after this one.
 */
export class Run<AnyJob> {
  readonly job: AnyJob;
  readonly slot: EngineSlot;
  readonly aside: Run<AnyJob> | undefined;
  readonly #limit: number;
  #timer: NodeJS.Timeout | undefined;
  #isAside = false;
  #hasOutlived = false;

  constructor(job: AnyJob, slot: EngineSlot, limit: number, aside?: Run<AnyJob>) {
    this.job = job;
    this.slot = slot;
    this.#limit = limit;
    this.aside = aside;
    aside?.putAside();
    this.goOn();
  }

  /** Whether the engine has other work too: of two pieces nobody knows which one it died of. */
  get isShared(): boolean {
    return this.#isAside || this.aside !== undefined;
  }

  /** Engines that the job's pictures are charged with if this one is lost. */
  get losses(): number {
    if (this.isShared) return 0;
    return this.#hasOutlived ? MOST_LOSSES : 1;
  }

  /** The engine does other work first. */
  putAside(): void {
    clearTimeout(this.#timer);
    this.#isAside = true;
  }

  /** Gives it all of its time. */
  goOn(): void {
    this.#isAside = false;
    this.#timer = setTimeout(() => {
      this.#hasOutlived = true;
      this.slot.kill();
    }, this.#limit);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
