import { EventEmitter, once } from "node:events";
import type { EngineScript, Offered } from "./engine-process.ts";
import { EngineFailure } from "./failure.ts";
import { type Call, Job } from "./job.ts";
import type { Argument, Method, PackInfo, Progress, Result, Work } from "./messages.ts";
import { JobQueue } from "./queue.ts";
import { EngineSlot } from "./slot.ts";

/** A request may cost two engines, the one that helps included: an image that kills both is not given to a third. */
const MOST_LOSSES = 2;
/** Once every slot has failed this many starts in a row, no engine can be had. */
const HOPELESS_STARTS = 3;

export interface PoolSettings {
  readonly engines: number;
  readonly queueLimit: number;
  /** Milliseconds after which an engine that has not answered is killed. */
  readonly runLimit: number;
}

interface PoolEvents {
  progress: [progress: Progress];
  engine_ready: [pid: number | undefined];
  engine_lost: [pid: number | undefined, reason: string];
  /** Engines that are up, whenever it changes. */
  up: [count: number];
  /** No engine can be had any more; the process should say why and end. */
  hopeless: [reason: string];
  settled: [];
}

/** What the services see of the pool. */
export interface Engines {
  /** Answers by a result or throws `EngineFailure`. */
  run<M extends Method>(method: M, argument: Argument<M>, call: Call): Promise<Result<M>>;
  readonly pack: PackInfo;
  readonly accepting: boolean;
}

/**
 * A fixed number of engine processes behind one bounded first-in-first-out queue. A dead engine is replaced; its request
 * is run once more on another while there is time, since pipelines have no side effects. An engine that has nothing to do
 * helps another at its request; nobody waits for one, and who was not helped does all by itself.
 */
export class EnginePool extends EventEmitter<PoolEvents> implements Engines {
  readonly #settings: PoolSettings;
  readonly #slots: readonly EngineSlot[];
  readonly #queue = new JobQueue<Work>();
  #pack: PackInfo | null = null;
  #helped = 0;
  #draining = false;
  #cutOff = false;

  constructor(script: EngineScript, settings: PoolSettings) {
    super();
    this.#settings = settings;
    this.#slots = Array.from({ length: settings.engines }, () => new EngineSlot(script, this.#slotEvents()));
  }

  /**
   * Starts the engines: the first alone, so that models are converted once. Rejects with why the first cannot open; the
   * others are tried again while it serves.
   */
  async start(): Promise<void> {
    const [first, ...others] = this.#slots;
    await first?.open();
    await Promise.allSettled(others.map((slot) => slot.open()));
  }

  get pack(): PackInfo {
    if (this.#pack === null) throw new EngineFailure("stopping", "no engine has opened its pack yet");
    return this.#pack;
  }

  get accepting(): boolean {
    return !this.#draining;
  }

  get queued(): number {
    return this.#queue.length;
  }

  get running(): number {
    return this.#slots.filter(({ busy }) => busy).length;
  }

  get up(): number {
    return this.#slots.filter(({ up }) => up).length;
  }

  get restarts(): number {
    return this.#slots.reduce((sum, { restarts }) => sum + restarts, 0);
  }

  /** Parts of jobs that an idle engine took, since the start. */
  get helped(): number {
    return this.#helped;
  }

  get pids(): number[] {
    return this.#slots.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  async run<M extends Method>(method: M, argument: Argument<M>, call: Call): Promise<Result<M>> {
    if (this.#draining) throw stopping();
    if (call.signal.aborted) throw new EngineFailure("canceled", "the caller went away");
    const job = new Job<Work>({ method, argument }, call, (settled) => this.#forget(settled));
    this.#queue.add(job);
    this.#dispatch();
    if (this.#queue.length > this.#settings.queueLimit) {
      job.fail(new EngineFailure("overloaded", "the queue is full"));
    }
    // An engine answers a method with that method's result: `messages.ts` ties the two.
    return job.outcome as Promise<Result<M>>;
  }

  /** Admits nothing more, lets what was admitted finish within `limit` milliseconds, then ends the engines. */
  async drain(limit: number): Promise<void> {
    this.#draining = true;
    const signal = AbortSignal.timeout(limit);
    while (this.queued + this.running > 0 && !signal.aborted) {
      await once(this, "settled", { signal }).catch(() => undefined);
    }
    this.#cutOff = true;
    this.#queue.failAll(stopping());
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  #dispatch(): void {
    for (const slot of this.#slots) {
      if (!slot.idle) continue;
      const job = this.#queue.next(Date.now());
      if (job === undefined) return;
      void this.#assign(slot, job);
    }
  }

  async #assign(slot: EngineSlot, job: Job<Work>): Promise<void> {
    try {
      job.succeed(await this.#work(slot, job, job.request, (work) => this.#help(job, work)));
    } catch (failure) {
      if (!isLost(failure)) job.fail(failure);
      else if (this.#cutOff) job.fail(stopping());
      else if (!job.settled && job.losses < MOST_LOSSES) this.#queue.putBack(job);
      else job.fail(failure);
    } finally {
      this.#free();
    }
  }

  /** A part of a running job on an engine that is idle now, and wanted by nobody; null where there is none. */
  #help(job: Job<Work>, work: Work): Promise<unknown> | null {
    const helper = this.#queue.length === 0 ? this.#slots.find(({ idle }) => idle) : undefined;
    if (helper === undefined || job.settled) return null;
    this.#helped++;
    return this.#work(helper, job, work, () => null).finally(() => this.#free());
  }

  /** Work for a job on one engine, which is killed when it outlives its limit: the job is not run again then. */
  async #work(slot: EngineSlot, job: Job<Work>, work: Work, offered: Offered): Promise<unknown> {
    const limit = setTimeout(() => {
      job.losses = MOST_LOSSES;
      slot.kill();
    }, this.#settings.runLimit);
    try {
      return await slot.run(work, offered);
    } catch (failure) {
      if (isLost(failure)) job.losses++;
      throw failure;
    } finally {
      clearTimeout(limit);
    }
  }

  /** An engine has nothing more to do. */
  #free(): void {
    this.emit("settled");
    this.#dispatch();
  }

  #forget(job: Job<Work>): void {
    this.#queue.remove(job);
    this.emit("settled");
  }

  #slotEvents() {
    return {
      // Only the first engine prepares models; the others find them prepared.
      progress: (progress: Progress) => this.#pack === null && this.emit("progress", progress),
      idle: () => this.#dispatch(),
      opened: (slot: EngineSlot, pack: PackInfo) => {
        this.#pack = pack;
        this.emit("engine_ready", slot.pid);
        this.emit("up", this.up);
      },
      lost: (slot: EngineSlot, reason: string) => {
        this.emit("engine_lost", slot.pid, reason);
        this.emit("up", this.up);
        if (this.#slots.every(({ up, failedStarts }) => !up && failedStarts >= HOPELESS_STARTS)) {
          this.emit("hopeless", reason);
        }
      },
    };
  }
}

const isLost = (failure: unknown) => failure instanceof EngineFailure && failure.kind === "engine_lost";

const stopping = () => new EngineFailure("stopping", "the service stops");
