import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type {
  ForgottenFace,
  GalleryAnswer,
  GalleryRequest,
  SnapshotEvent,
  Totals,
} from "../../gallery/messages.ts";
import { EngineFailure } from "../failure.ts";
import { Admission, type AdmissionSettings } from "../queue/admission.ts";
import type { FairQueue } from "../queue/fair-queue.ts";
import { type Call, Job, pieceOf } from "../queue/job.ts";
import { sizeOf } from "../queue/piece.ts";
import type { FromGallery, GalleryStart, SnapshotSettings, ToGallery } from "./messages.ts";

const NOTHING: Totals = { galleries: 0, faces: 0, bytes: 0 };
/** Requests that the thread has at once: they share a pass over the rows. The others wait for their turn. */
const MOST_AT_ONCE = 8;
/** Milliseconds that writing the last snapshots may take. What it does not write is read again. */
const CLOSE_LIMIT = 10_000;

interface GallerySettings extends AdmissionSettings {
  /** Bytes that the galleries may take. */
  readonly galleryMemory: number;
  /** Null where galleries are kept in memory alone. */
  readonly gallerySnapshots: SnapshotSettings | null;
}

/** The part of the galleries that RPCs use. */
export interface Galleries {
  /** Throws `EngineFailure`. */
  ask(request: GalleryRequest, call: Call): Promise<GalleryAnswer>;
  /**
   * Removes deleted registrations after the requests that came before, from memory and from the disk. Throws
   * `EngineFailure` when that cannot be said for certain.
   */
  forget(faces: readonly ForgottenFace[]): Promise<void>;
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
  /** Who waits for registrations to be forgotten. */
  readonly #forgetting = new Map<number, PromiseWithResolvers<void>>();
  readonly #onSnapshot: (event: SnapshotEvent) => void;
  #worker: Worker;
  #totals = NOTHING;
  /** How often each thing happened to a snapshot. */
  readonly snapshots: Record<SnapshotEvent["event"], number> = { restored: 0, rejected: 0, failed: 0 };
  #nextId = 1;
  #closed = false;

  constructor(settings: GallerySettings, onSnapshot: (event: SnapshotEvent) => void = () => {}) {
    this.#settings = settings;
    this.#onSnapshot = onSnapshot;
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

  async forget(faces: readonly ForgottenFace[]): Promise<void> {
    if (faces.length === 0) return;
    // Nothing that waits may bring a face back.
    this.#dispatch(Number.POSITIVE_INFINITY);
    const id = this.#nextId++;
    const forgotten = Promise.withResolvers<void>();
    this.#forgetting.set(id, forgotten);
    this.#worker.postMessage({ id, forget: faces } satisfies ToGallery);
    await forgotten.promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.waiting) job.fail(new EngineFailure("stopping", "the service stops"));
    const worker = this.#worker;
    if (this.#settings.gallerySnapshots !== null) {
      const limit = AbortSignal.timeout(CLOSE_LIMIT);
      const written = once(worker, "exit", { signal: limit }).catch(() => {});
      worker.postMessage({ close: true } satisfies ToGallery);
      await written;
    }
    await worker.terminate();
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
    const { galleryMemory, gallerySnapshots } = this.#settings;
    const workerData: GalleryStart = { maxBytes: galleryMemory, snapshots: gallerySnapshots };
    const worker = new Worker(join(import.meta.dirname, "thread.ts"), { workerData });
    let reason = "the gallery thread ended";
    worker.on("message", (message: FromGallery) => this.#receive(message));
    worker.on("error", (error) => {
      reason = `the gallery thread failed: ${error.message}`;
    });
    worker.once("exit", () => {
      this.#totals = NOTHING;
      for (const id of [...this.#asked.keys()]) this.#end(id)?.fail(new EngineFailure("engine_lost", reason));
      for (const [id, { reject }] of this.#forgetting) {
        this.#forgetting.delete(id);
        reject(new EngineFailure("engine_lost", reason));
      }
      if (this.#closed) return;
      this.#worker = this.#start();
      this.#dispatch();
    });
    return worker;
  }

  #receive(message: FromGallery): void {
    if ("snapshot" in message) {
      this.#totals = message.totals;
      this.snapshots[message.snapshot.event]++;
      this.#onSnapshot(message.snapshot);
    } else if ("forgotten" in message) this.#forgot(message.id, message.forgotten);
    else if ("closed" in message) void this.#worker.terminate();
    else this.#answer(message);
  }

  #forgot(id: number, isForgotten: boolean): void {
    const asked = this.#forgetting.get(id);
    this.#forgetting.delete(id);
    if (isForgotten) asked?.resolve();
    else asked?.reject(new EngineFailure("defect", "the disk refuses to give up a snapshot"));
  }

  #answer({ id, outcome, totals }: Extract<FromGallery, { readonly outcome: unknown }>): void {
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
