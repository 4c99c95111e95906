import { EventEmitter, once } from "node:events";
import type { TakeOffer } from "./engine-process.ts";
import { EngineFailure } from "./failure.ts";
import type { EngineFleet } from "./fleet.ts";
import { type Call, Job } from "./job.ts";
import type { Argument, Method, PackInfo, Result, Work } from "./messages.ts";
import { JobQueue } from "./queue.ts";
import type { EngineSlot } from "./slot.ts";

/** Engines that a request may cost, helpers included: an image that kills two is not given to a third. */
const MOST_LOSSES = 2;

export interface PoolSettings {
  /** Requests that may wait for an engine. */
  readonly queueLimit: number;
  /** Milliseconds after which an engine that has not answered is killed. */
  readonly runLimit: number;
}

/** The part of the pool that RPCs use. */
export interface Engines {
  /** Runs a pipeline on an engine. Throws `ImageRefusedError` or `EngineFailure`. */
  run<M extends Method>(method: M, argument: Argument<M>, call: Call): Promise<Result<M>>;
  readonly pack: PackInfo;
  readonly accepting: boolean;
}

type WorkJob = Job<Work, unknown>;

/**
 * A fleet behind one bounded first-in-first-out queue. The request of an engine that dies runs once more on
 * another while there is time, since pipelines have no side effects. An idle engine takes a part of another's
 * work when that one offers it; nobody waits for help, and an engine without help does all of its work
 * itself.
 */
export class EnginePool implements Engines {
  readonly fleet: EngineFleet;
  readonly #settings: PoolSettings;
  readonly #queue = new JobQueue<Work, unknown>();
  readonly #events = new EventEmitter<{ settled: [] }>();
  #helped = 0;
  #draining = false;
  #cutOff = false;

  constructor(fleet: EngineFleet, settings: PoolSettings) {
    this.fleet = fleet;
    this.#settings = settings;
    fleet.on("idle", () => this.#dispatch());
  }

  get pack(): PackInfo {
    return this.fleet.pack;
  }

  get accepting(): boolean {
    return !this.#draining;
  }

  get queued(): number {
    return this.#queue.length;
  }

  /** Parts of requests that an idle engine took, since the start. */
  get helped(): number {
    return this.#helped;
  }

  async run<M extends Method>(method: M, argument: Argument<M>, call: Call): Promise<Result<M>> {
    if (this.#draining) throw stopping();
    if (call.signal.aborted) throw new EngineFailure("canceled", "the caller went away");
    const job: WorkJob = new Job<Work, unknown>({ method, argument }, call, () => this.#forget(job));
    this.#queue.add(job);
    this.#dispatch();
    if (this.#queue.length > this.#settings.queueLimit) {
      job.fail(new EngineFailure("overloaded", "the queue is full"));
    }
    // An engine answers a method with that method's result; the type is lost between the processes.
    return job.outcome as Promise<Result<M>>;
  }

  /** Admits no more requests, gives the admitted ones `limit` milliseconds, then ends the engines. */
  async drain(limit: number): Promise<void> {
    this.#draining = true;
    const signal = AbortSignal.timeout(limit);
    while (this.queued + this.fleet.running > 0 && !signal.aborted) {
      await once(this.#events, "settled", { signal }).catch(() => undefined);
    }
    this.#cutOff = true;
    this.#queue.failAll(stopping());
    await this.fleet.close();
  }

  #dispatch(): void {
    for (let slot = this.fleet.idle; slot !== undefined; slot = this.fleet.idle) {
      const job = this.#queue.next(Date.now());
      if (job === undefined) return;
      void this.#assign(slot, job);
    }
  }

  async #assign(slot: EngineSlot, job: WorkJob): Promise<void> {
    try {
      job.succeed(await this.#work(slot, job, job.request, (part) => this.#help(job, part)));
    } catch (failure) {
      if (!isLost(failure)) job.fail(failure);
      else if (this.#cutOff) job.fail(stopping());
      else if (!job.settled && job.losses < MOST_LOSSES) this.#queue.putBack(job);
      else job.fail(failure);
    } finally {
      this.#free();
    }
  }

  /** Runs a part of a job on an idle engine; undefined where all are busy or a request waits for one. */
  #help(job: WorkJob, part: Work): Promise<unknown> | undefined {
    const helper = this.#queue.length === 0 ? this.fleet.idle : undefined;
    if (helper === undefined || job.settled) return undefined;
    this.#helped++;
    return this.#work(helper, job, part, () => undefined).finally(() => this.#free());
  }

  /**
   * Runs work of a job on one engine. An engine that outlives the limit is killed, and the job not run again.
   */
  async #work(slot: EngineSlot, job: WorkJob, work: Work, takeOffer: TakeOffer): Promise<unknown> {
    const limit = setTimeout(() => {
      job.losses = MOST_LOSSES;
      slot.kill();
    }, this.#settings.runLimit);
    try {
      return await slot.run(work, takeOffer, job.until);
    } catch (failure) {
      if (isLost(failure)) job.losses++;
      throw failure;
    } finally {
      clearTimeout(limit);
    }
  }

  /** An engine has nothing more to do. */
  #free(): void {
    this.#events.emit("settled");
    this.#dispatch();
  }

  #forget(job: WorkJob): void {
    this.#queue.remove(job);
    this.#events.emit("settled");
  }
}

const isLost = (failure: unknown) => failure instanceof EngineFailure && failure.kind === "engine_lost";

const stopping = () => new EngineFailure("stopping", "the service stops");
