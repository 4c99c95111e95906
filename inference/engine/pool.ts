import { EventEmitter, once } from "node:events";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import type { TakeOffer } from "./engine-process.ts";
import { EngineFailure } from "./failure.ts";
import type { EngineFleet } from "./fleet.ts";
import { type Argument, type Method, type PackInfo, picturesOf, type Result, type Work } from "./messages.ts";
import { Admission, type AdmissionSettings, ENGINE_START } from "./queue/admission.ts";
import type { FairQueue } from "./queue/fair-queue.ts";
import { type Call, Job, pieceOf } from "./queue/job.ts";
import { sizeOf } from "./queue/piece.ts";
import { MOST_LOSSES, Suspects } from "./queue/suspects.ts";
import type { EngineSlot } from "./slot.ts";

export interface PoolSettings extends AdmissionSettings {
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
 * A fleet behind one bounded queue that its callers share fairly. The request of an engine that dies runs
 * once more on another while there is time, since pipelines have no side effects; a picture that two engines
 * died of is refused. An idle engine takes a part of another's work when that one offers it; nobody waits for
 * help, and an engine without help does all of its work itself.
 */
export class EnginePool implements Engines {
  readonly fleet: EngineFleet;
  readonly #settings: PoolSettings;
  readonly #admission: Admission<WorkJob>;
  readonly #queue: FairQueue<WorkJob>;
  readonly #suspects = new Suspects();
  readonly #events = new EventEmitter<{ settled: [] }>();
  #helped = 0;
  #draining = false;
  #cutOff = false;

  constructor(fleet: EngineFleet, settings: PoolSettings) {
    this.fleet = fleet;
    this.#settings = settings;
    this.#admission = new Admission(settings);
    this.#queue = this.#admission.queue;
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

  /** Callers whose turns are kept account of. */
  get owners(): number {
    return this.#queue.owners;
  }

  /** See `Admission.saturation`. */
  get saturation(): number {
    return this.#admission.saturation(performance.now(), this.fleet.up);
  }

  /** Parts of requests that an idle engine took, since the start. */
  get helped(): number {
    return this.#helped;
  }

  async run<M extends Method>(method: M, argument: Argument<M>, call: Call): Promise<Result<M>> {
    if (this.#draining) throw stopping();
    if (call.signal.aborted) throw new EngineFailure("canceled", "the caller went away");
    const work = { method, argument };
    const pictures = picturesOf(work);
    const refusal = this.#refusalOf(pictures);
    if (refusal !== undefined) throw refusal;
    const piece = pieceOf(call, method, sizeOf(pictures));
    this.#admission.check(piece, performance.now(), this.fleet.up);
    const job: WorkJob = new Job<Work, unknown>(work, call, () => this.#forget(job));
    this.#queue.add(job, piece);
    this.#dispatch();
    for (const [surplus, failure] of this.#admission.surplus(performance.now())) surplus.fail(failure);
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
    for (const job of this.#queue.waiting) job.fail(stopping());
    await this.fleet.close();
  }

  /** The refusal of pictures that cost two engines; undefined for others. */
  #refusalOf(pictures: readonly Uint8Array[], cause?: unknown): ImageRefusedError | undefined {
    const index = this.#suspects.indexOfRefused(pictures, performance.now());
    return index < 0 ? undefined : new ImageRefusedError("not_processable", { index, cause });
  }

  #dispatch(): void {
    for (let slot = this.fleet.idle; slot !== undefined; slot = this.fleet.idle) {
      const job = this.#queue.take(performance.now(), (late) => late.expire());
      if (job === undefined) return;
      // What it carries may have cost two engines while it waited.
      const refusal = this.#refusalOf(picturesOf(job.request));
      if (refusal !== undefined) job.fail(refusal);
      if (job.settled) this.#queue.drop(job);
      else void this.#assign(slot, job);
    }
  }

  async #assign(slot: EngineSlot, job: WorkJob): Promise<void> {
    const startedAt = performance.now();
    const spent = () => performance.now() - startedAt;
    job.call.onTaken();
    try {
      job.succeed(await this.#work(slot, job, job.request, (part) => this.#help(job, part)));
      this.#queue.settle(job, spent());
    } catch (failure) {
      if (isLost(failure)) this.#lose(job, failure, spent());
      else {
        job.fail(failure);
        this.#queue.settle(job, spent());
      }
    } finally {
      this.#free();
    }
  }

  /** The engine of a job died. Its owner pays for the engine's restart, too. */
  #lose(job: WorkJob, failure: unknown, spent: number): void {
    const refusal = this.#refusalOf(picturesOf(job.request), failure);
    const isTriedAgain = !this.#cutOff && !job.settled && refusal === undefined;
    this.#queue.charge(job, ENGINE_START);
    this.#queue[isTriedAgain ? "putBack" : "settle"](job, spent);
    if (!isTriedAgain) job.fail(this.#cutOff ? stopping() : (refusal ?? failure));
  }

  /** Runs a part of a job on an idle engine; undefined where all are busy or a request waits for one. */
  #help(job: WorkJob, part: Work): Promise<unknown> | undefined {
    const helper = this.#queue.length === 0 ? this.fleet.idle : undefined;
    if (helper === undefined || job.settled) return undefined;
    this.#helped++;
    const startedAt = performance.now();
    return this.#work(helper, job, part, () => undefined).finally(() => {
      this.#queue.charge(job, performance.now() - startedAt);
      this.#free();
    });
  }

  /**
   * Runs work of a job on one engine. An engine that outlives the limit is killed, and the job not run again.
   */
  async #work(slot: EngineSlot, job: WorkJob, work: Work, takeOffer: TakeOffer): Promise<unknown> {
    let losses = 1;
    const limit = setTimeout(() => {
      losses = MOST_LOSSES;
      slot.kill();
    }, this.#settings.runLimit);
    const pictures = picturesOf(job.request);
    try {
      const value = await slot.run(work, takeOffer, job.until);
      if (work === job.request) this.#suspects.acquit(pictures, performance.now());
      return value;
    } catch (failure) {
      if (isLost(failure) && !this.#cutOff) this.#suspects.accuse(pictures, losses, performance.now());
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
