import { EventEmitter, once } from "node:events";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import { CrashedImages, MOST_CRASHES } from "./crashed-images.ts";
import { WorkerFailure } from "./failure.ts";
import type { WorkerFleet, WorkerSlot } from "./fleet.ts";
import { type Call, Job } from "./job.ts";
import { type Argument, type BundleInfo, imagesOf, type Method, type Result, type Work } from "./messages.ts";
import { type QueueSettings, TenantQueue } from "./tenant-queue.ts";

export interface PoolSettings extends QueueSettings {
  /** Milliseconds after which a worker that has not answered is killed. */
  readonly runLimit: number;
}

/** The part of the pool that RPCs use. */
export interface Workers {
  /** Runs a pipeline on a worker. Throws `ImageRefusedError` or `WorkerFailure`. */
  run<M extends Method>(method: M, argument: Argument<M>, call: Call): Promise<Result<M>>;
  readonly bundle: BundleInfo;
  readonly accepting: boolean;
}

type WorkJob = Job<Work, unknown>;

/**
 * A fleet behind one bounded queue that is shared fairly between tenants. The request of a worker that dies
 * is retried once on another while there is time, since pipelines have no side effects. An image that crashed
 * two workers is rejected.
 */
export class WorkerPool implements Workers {
  readonly fleet: WorkerFleet;
  readonly #runLimit: number;
  readonly #queue: TenantQueue<WorkJob>;
  readonly #crashed = new CrashedImages();
  readonly #events = new EventEmitter<{ settled: [] }>();
  #draining = false;
  #cutOff = false;

  constructor(fleet: WorkerFleet, settings: PoolSettings) {
    this.fleet = fleet;
    this.#runLimit = settings.runLimit;
    this.#queue = new TenantQueue(settings);
    fleet.on("idle", () => this.#dispatch());
  }

  get bundle(): BundleInfo {
    return this.fleet.bundle;
  }

  get accepting(): boolean {
    return !this.#draining;
  }

  get queued(): number {
    return this.#queue.waiting.length;
  }

  /** Tenants with a request that waits. */
  get tenants(): number {
    return this.#queue.tenants;
  }

  /** See `TenantQueue.saturation`. */
  get saturation(): number {
    return this.#queue.saturation(performance.now(), this.fleet.up);
  }

  async run<M extends Method>(method: M, argument: Argument<M>, call: Call): Promise<Result<M>> {
    if (this.#draining) throw stopping();
    const work: Work = { method, argument };
    const images = imagesOf(work);
    const refusal = this.#refusalOf(images);
    if (refusal !== undefined) throw refusal;
    const job: WorkJob = new Job(work, { kind: method, parts: images }, call, (settled) => {
      this.#queue.remove(settled);
      this.#events.emit("settled");
    });
    this.#queue.add(job, performance.now(), this.fleet.up);
    this.#dispatch();
    // A worker's answer to a method has that method's result type, which is lost between the processes.
    return job.outcome as Promise<Result<M>>;
  }

  /** Admits no more requests, gives the admitted ones `limit` milliseconds, then ends the workers. */
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

  /** The rejection of images that crashed two workers; undefined for others. */
  #refusalOf(images: readonly Uint8Array[], cause?: unknown): ImageRefusedError | undefined {
    const index = this.#crashed.indexOfRefused(images, performance.now());
    return index < 0 ? undefined : new ImageRefusedError("not_processable", { index, cause });
  }

  #dispatch(): void {
    for (let slot = this.fleet.idle; slot !== undefined; slot = this.fleet.idle) {
      const job = this.#queue.take(performance.now());
      if (job === undefined) return;
      // Its images may have crashed two workers while it waited.
      const refusal = this.#refusalOf(imagesOf(job.request));
      if (refusal === undefined) void this.#assign(job, slot);
      else {
        this.#queue.drop(job);
        job.fail(refusal);
      }
    }
  }

  /** Runs a job on a worker, and kills the worker at the run limit. */
  async #assign(job: WorkJob, slot: WorkerSlot): Promise<void> {
    let crashes = 1;
    const timer = setTimeout(() => {
      crashes = MOST_CRASHES;
      slot.kill();
    }, this.#runLimit);
    job.call.onTaken();
    try {
      job.succeed(await slot.run(job.request, job.until));
      this.#queue.done(job, performance.now());
      this.#crashed.clear(imagesOf(job.request));
    } catch (failure) {
      this.#end(job, failure, crashes);
    } finally {
      clearTimeout(timer);
      this.#events.emit("settled");
      this.#dispatch();
    }
  }

  /** A job failed: it is retried once if its worker died. */
  #end(job: WorkJob, failure: unknown, crashes: number): void {
    this.#queue.drop(job);
    const images = imagesOf(job.request);
    const now = performance.now();
    if (failure instanceof ImageRefusedError && failure.reason === "not_processable") {
      // An image that ended a decoder's process is not decoded again.
      this.#crashed.record(images.slice(failure.index, failure.index + 1), MOST_CRASHES, now);
    }
    const isLost = failure instanceof WorkerFailure && failure.kind === "worker_lost";
    if (isLost && !this.#cutOff) this.#crashed.record(images, crashes, now);
    const refusal = isLost ? this.#refusalOf(images, failure) : undefined;
    if (!isLost || refusal !== undefined) job.fail(refusal ?? failure);
    else if (this.#cutOff) job.fail(stopping());
    else if (!job.settled) this.#queue.putBack(job);
  }
}

const stopping = () => new WorkerFailure("stopping", "the service stops");
