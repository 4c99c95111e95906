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
import { Run } from "./run.ts";
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
 * help, and an engine without help does all of its work itself. Where a caller waits and another holds two
 * engines more, one of these puts its work aside.
 */
export class EnginePool implements Engines {
  readonly fleet: EngineFleet;
  readonly #settings: PoolSettings;
  readonly #admission: Admission<WorkJob>;
  readonly #queue: FairQueue<WorkJob>;
  readonly #suspects = new Suspects();
  readonly #events = new EventEmitter<{ settled: [] }>();
  /** Of the requests that engines have, but for parts that they help with. */
  readonly #runs = new Map<WorkJob, Run<WorkJob>>();
  #helped = 0;
  #putAside = 0;
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

  /** Requests that gave way to others, since the start. */
  get putAside(): number {
    return this.#putAside;
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
    const drop = (late: WorkJob) => late.expire();
    for (let slot = this.fleet.idle; slot !== undefined; slot = this.fleet.idle) {
      const job = this.#queue.take(performance.now(), drop);
      if (job === undefined) return;
      this.#give(job, slot);
    }
    const exchange = () =>
      this.#queue.exchange(performance.now(), drop, (aside, job) => this.#mayShare(aside, job));
    for (let next = exchange(); next !== undefined; next = exchange()) {
      const aside = this.#runs.get(next.aside)!;
      this.#putAside++;
      this.#give(next.item, aside.slot, aside);
    }
  }

  /** Whether work may be put aside for a job in the same engine. */
  #mayShare(aside: WorkJob, job: WorkJob): boolean {
    return this.#runs.get(aside)?.slot.takesMore === true && !aside.staysAlone && !job.staysAlone;
  }

  /** Gives an engine a job that was taken; what it did before is put aside. */
  #give(job: WorkJob, slot: EngineSlot, aside?: Run<WorkJob>): void {
    // What it carries may have cost two engines while it waited.
    const refusal = this.#refusalOf(picturesOf(job.request));
    if (refusal !== undefined) job.fail(refusal);
    if (!job.settled) return void this.#assign(new Run(job, slot, this.#settings.runLimit, aside));
    this.#queue.drop(job);
    if (aside !== undefined) this.#queue.resume(aside.job, performance.now());
  }

  async #assign(run: Run<WorkJob>): Promise<void> {
    const { job } = run;
    this.#runs.set(job, run);
    job.call.onTaken();
    try {
      job.succeed(await this.#work(run, job.request, (part) => this.#help(job, part)));
      this.#end(run);
    } catch (failure) {
      if (isLost(failure)) this.#lose(run, failure);
      else {
        job.fail(failure);
        this.#end(run);
      }
    } finally {
      this.#runs.delete(job);
      this.#free();
    }
  }

  /** A job has ended in an engine that lives: what it put aside goes on, unless that has ended as well. */
  #end({ job, aside }: Run<WorkJob>): void {
    const now = performance.now();
    this.#queue.settle(job, now);
    if (aside === undefined || this.#runs.get(aside.job) !== aside) return;
    aside.goOn();
    this.#queue.resume(aside.job, now);
  }

  /** The engine of a job died. Its owner pays for its restart too, where no other can be the cause. */
  #lose(run: Run<WorkJob>, failure: unknown): void {
    const { job } = run;
    const refusal = this.#refusalOf(picturesOf(job.request), failure);
    const isTriedAgain = !this.#cutOff && !job.settled && refusal === undefined;
    if (run.isShared) job.staysAlone = true;
    else this.#queue.charge(job, ENGINE_START);
    this.#queue[isTriedAgain ? "putBack" : "settle"](job, performance.now());
    if (!isTriedAgain) job.fail(this.#cutOff ? stopping() : (refusal ?? failure));
  }

  /** Runs a part of a job on an idle engine; undefined where all are busy or a request waits for one. */
  #help(job: WorkJob, part: Work): Promise<unknown> | undefined {
    const helper = this.#queue.length === 0 ? this.fleet.idle : undefined;
    if (helper === undefined || job.settled) return undefined;
    this.#helped++;
    const startedAt = performance.now();
    return this.#work(new Run(job, helper, this.#settings.runLimit), part, () => undefined).finally(() => {
      this.#queue.charge(job, performance.now() - startedAt);
      this.#free();
    });
  }

  /** Does the job of a run, or a part of it, on its engine. */
  async #work(run: Run<WorkJob>, work: Work, takeOffer: TakeOffer): Promise<unknown> {
    const { job, slot } = run;
    const pictures = picturesOf(job.request);
    try {
      const value = await slot.run(work, takeOffer, job.until);
      if (work === job.request) this.#suspects.acquit(pictures, performance.now());
      return value;
    } catch (failure) {
      if (isLost(failure) && !this.#cutOff) this.#suspects.accuse(pictures, run.losses, performance.now());
      if (failure instanceof ImageRefusedError) this.#remember(failure, picturesOf(work));
      throw failure;
    } finally {
      run.end();
    }
  }

  /** A picture that ended a decoder's process is not decoded again. */
  #remember({ reason, index }: ImageRefusedError, pictures: readonly Uint8Array[]): void {
    if (reason !== "not_processable") return;
    this.#suspects.accuse(pictures.slice(index, index + 1), MOST_LOSSES, performance.now());
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
