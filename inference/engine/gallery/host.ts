import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { GalleryAnswer, GalleryRequest, Totals } from "../../gallery/messages.ts";
import { EngineFailure } from "../failure.ts";
import { type Call, Job } from "../job.ts";
import type { ForgottenFace, FromGallery, GalleryStart, ToGallery } from "./messages.ts";

const NOTHING: Totals = { galleries: 0, faces: 0, bytes: 0 };

interface GallerySettings {
  /** Bytes that the galleries may take. */
  readonly galleryMemory: number;
  /** Requests that may wait. */
  readonly queueLimit: number;
}

/** The part of the galleries that RPCs use. */
export interface Galleries {
  /** Throws `EngineFailure`. */
  ask(request: GalleryRequest, call: Call): Promise<GalleryAnswer>;
  /** Removes a deleted registration after the requests that came before. */
  forget(face: ForgottenFace): void;
}

/**
 * The galleries in a thread of their own, so that a scan delays neither calls nor health checks. A thread
 * that dies is replaced by an empty one, and callers send it its galleries again.
 */
export class GalleryHost implements Galleries {
  readonly #settings: GallerySettings;
  readonly #jobs = new Map<number, Job<GalleryRequest, GalleryAnswer>>();
  #worker: Worker;
  #totals = NOTHING;
  #nextId = 1;
  #closed = false;

  constructor(settings: GallerySettings) {
    this.#settings = settings;
    this.#worker = this.#start();
  }

  get totals(): Totals {
    return this.#totals;
  }

  async ask(request: GalleryRequest, call: Call): Promise<GalleryAnswer> {
    if (this.#closed) throw new EngineFailure("stopping", "the service stops");
    if (call.signal.aborted) throw new EngineFailure("canceled", "the caller went away");
    if (this.#jobs.size >= this.#settings.queueLimit) {
      throw new EngineFailure("overloaded", "too many searches are waiting");
    }
    const id = this.#nextId++;
    const job = new Job<GalleryRequest, GalleryAnswer>(request, call, () => this.#jobs.delete(id));
    this.#jobs.set(id, job);
    // Moved and not copied: this thread keeps no vector.
    this.#worker.postMessage({ id, request } satisfies ToGallery, buffersOf(request));
    return job.outcome;
  }

  forget(face: ForgottenFace): void {
    this.#worker.postMessage({ forget: face } satisfies ToGallery);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker.terminate();
  }

  #start(): Worker {
    const workerData: GalleryStart = { maxBytes: this.#settings.galleryMemory };
    const worker = new Worker(join(import.meta.dirname, "thread.ts"), { workerData });
    let reason = "the gallery thread ended";
    worker.on("message", (message: FromGallery) => this.#receive(message));
    worker.on("error", (error) => {
      reason = `the gallery thread failed: ${error.message}`;
    });
    worker.once("exit", () => {
      this.#totals = NOTHING;
      if (!this.#closed) this.#worker = this.#start();
      for (const job of [...this.#jobs.values()]) job.fail(new EngineFailure("engine_lost", reason));
    });
    return worker;
  }

  #receive({ id, outcome, totals }: FromGallery): void {
    this.#totals = totals;
    const job = this.#jobs.get(id);
    if (!("refused" in outcome)) job?.succeed(outcome);
    else if (outcome.refused === "memory")
      job?.fail(new EngineFailure("overloaded", "no memory for the gallery"));
    else job?.fail(new EngineFailure("defect", "the vectors' length is not the gallery's"));
  }
}

const buffersOf = ({ changes, probe }: GalleryRequest): ArrayBuffer[] =>
  [probe, ...changes.map(({ vector }) => vector)]
    .filter((vector) => vector !== undefined)
    .map(({ buffer }) => buffer as ArrayBuffer);
