import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { GalleryAnswer, GalleryRequest, Totals } from "../../gallery/messages.ts";
import { EngineFailure } from "../failure.ts";
import { Admission, type AdmissionSettings } from "../queue/admission.ts";
import type { FairQueue } from "../queue/fair-queue.ts";
import { type Call, Job, pieceOf } from "../queue/job.ts";
import { sizeOf } from "../queue/piece.ts";
import type { ForgottenFace, FromGallery, GalleryStart, ToGallery } from "./messages.ts";

const NOTHING: Totals = { galleries: 0, faces: 0, bytes: 0 };
/** Requests that the thread has at once: they share a pass over the rows. The others wait for their turn. */
const MOST_AT_ONCE = 8;

interface GallerySettings extends AdmissionSettings {
  /** Bytes that the galleries may take. */
  readonly galleryMemory: number;
}

/** The part of the galleries that RPCs use. */
export interface Galleries {
  /** Throws `EngineFailure`. */
  ask(request: GalleryRequest, call: Call): Promise<GalleryAnswer>;
  /** Removes a deleted registration after the requests that came before. */
  forget(face: ForgottenFace): void;
}

type SearchJob = Job<GalleryRequest, GalleryAnswer>;

/**
 * The galleries in a thread of their own, so that a scan delays neither calls nor health checks. Callers take
 * turns. A thread that dies is replaced by an empty one, and callers send it its galleries again.
 */
export class GalleryHost implements Galleries {
  readonly #settings: GallerySettings;
  readonly #admission: Admission<SearchJob>;
  readonly #queue: FairQueue<SearchJob>;
  /** What the thread has, and since when. */
  readonly #asked = new Map<number, { readonly job: SearchJob; readonly at: number }>();
  #worker: Worker;
  #totals = NOTHING;
  #nextId = 1;
  #closed = false;

  constructor(settings: GallerySettings) {
    this.#settings = settings;
    this.#admission = new Admission(settings);
    this.#queue = this.#admission.queue;
    this.#worker = this.#start();
  }

  get totals(): Totals {
    return this.#totals;
  }

  async ask(request: GalleryRequest, call: Call): Promise<GalleryAnswer> {
    if (this.#closed) throw new EngineFailure("stopping", "the service stops");
    if (call.signal.aborted) throw new EngineFailure("canceled", "the caller went away");
    // A page of changes costs many times what a search does.
    const kind = request.changes.length > 0 ? "fill" : "search";
    const piece = pieceOf(call, kind, sizeOf(buffersOf(request)));
    this.#admission.check(piece, performance.now(), MOST_AT_ONCE);
    const job: SearchJob = new Job(request, call, () => this.#queue.remove(job));
    this.#queue.add(job, piece);
    this.#dispatch();
    for (const [surplus, failure] of this.#admission.surplus(performance.now())) surplus.fail(failure);
    return job.outcome;
  }

  forget(face: ForgottenFace): void {
    // Nothing that waits may bring the face back.
    this.#dispatch(Number.POSITIVE_INFINITY);
    this.#worker.postMessage({ forget: face } satisfies ToGallery);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.waiting) job.fail(new EngineFailure("stopping", "the service stops"));
    await this.#worker.terminate();
  }

  #dispatch(atOnce = MOST_AT_ONCE): void {
    while (this.#asked.size < atOnce) {
      const now = performance.now();
      const job = this.#queue.take(now, (late) => late.expire());
      if (job === undefined) return;
      const id = this.#nextId++;
      this.#asked.set(id, { job, at: now });
      // Moved and not copied: this thread keeps no vector.
      const message = { id, request: job.request } satisfies ToGallery;
      this.#worker.postMessage(message, buffersOf(job.request));
    }
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
      for (const id of [...this.#asked.keys()]) this.#end(id)?.fail(new EngineFailure("engine_lost", reason));
      if (this.#closed) return;
      this.#worker = this.#start();
      this.#dispatch();
    });
    return worker;
  }

  #receive({ id, outcome, totals }: FromGallery): void {
    this.#totals = totals;
    const job = this.#end(id);
    if (!("refused" in outcome)) job?.succeed(outcome);
    else if (outcome.refused === "memory")
      job?.fail(new EngineFailure("overloaded", "no memory for the gallery"));
    else job?.fail(new EngineFailure("defect", "the vectors' length is not the gallery's"));
    this.#dispatch();
  }

  /** The thread has done with a request. */
  #end(id: number): SearchJob | undefined {
    const asked = this.#asked.get(id);
    if (asked === undefined) return undefined;
    this.#asked.delete(id);
    this.#queue.settle(asked.job, performance.now() - asked.at);
    return asked.job;
  }
}

const buffersOf = ({ changes, probe }: GalleryRequest): ArrayBuffer[] =>
  [probe, ...changes.map(({ vector }) => vector)]
    .filter((vector) => vector !== undefined)
    .map(({ buffer }) => buffer as ArrayBuffer);
