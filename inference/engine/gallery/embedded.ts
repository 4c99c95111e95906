import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import {
  type ForgottenFace,
  type GalleryAnswer,
  GalleryRefusal,
  type GalleryRequest,
  type SnapshotEvent,
  type Totals,
} from "../../gallery/messages.ts";
import { EngineFailure } from "../failure.ts";
import type { GalleryEngine } from "./engine.ts";
import type { FromGallery, GalleryStart, ToGallery } from "./messages.ts";

const NOTHING: Totals = { galleries: 0, faces: 0, bytes: 0 };
/** Milliseconds that writing the last snapshots may take. What it does not write is read again. */
const CLOSE_LIMIT = 10_000;

/**
 * The galleries in a thread of their own, so that a scan delays neither calls nor health checks. A thread
 * that dies is replaced by an empty one, and callers send it its galleries again.
 */
export class EmbeddedGalleries implements GalleryEngine {
  /** They share a pass over the rows. */
  readonly atOnce = 8;
  readonly isElsewhere = false;
  readonly #start: GalleryStart;
  readonly #onSnapshot: (event: SnapshotEvent) => void;
  /** What the thread has. */
  readonly #asked = new Map<number, PromiseWithResolvers<GalleryAnswer>>();
  /** Who waits for registrations to be forgotten. */
  readonly #forgetting = new Map<number, PromiseWithResolvers<void>>();
  #worker: Worker;
  #totals = NOTHING;
  #nextId = 1;
  #closed = false;

  constructor(start: GalleryStart, onSnapshot: (event: SnapshotEvent) => void) {
    this.#start = start;
    this.#onSnapshot = onSnapshot;
    this.#worker = this.#open();
  }

  get totals(): Totals {
    return this.#totals;
  }

  answer(request: GalleryRequest): Promise<GalleryAnswer> {
    const answer = Promise.withResolvers<GalleryAnswer>();
    const id = this.#nextId++;
    this.#asked.set(id, answer);
    // Moved and not copied: this thread keeps no vector.
    this.#worker.postMessage({ id, request } satisfies ToGallery, buffersOf(request));
    return answer.promise;
  }

  forget(faces: readonly ForgottenFace[]): Promise<void> {
    const forgotten = Promise.withResolvers<void>();
    const id = this.#nextId++;
    this.#forgetting.set(id, forgotten);
    this.#worker.postMessage({ id, forget: faces } satisfies ToGallery);
    return forgotten.promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (this.#start.snapshots !== null) {
      const limit = AbortSignal.timeout(CLOSE_LIMIT);
      const written = once(worker, "exit", { signal: limit }).catch(() => {});
      worker.postMessage({ close: true } satisfies ToGallery);
      await written;
    }
    await worker.terminate();
  }

  #open(): Worker {
    const worker = new Worker(join(import.meta.dirname, "thread.ts"), { workerData: this.#start });
    let reason = "the gallery thread ended";
    worker.on("message", (message: FromGallery) => this.#receive(message));
    worker.on("error", (error) => {
      reason = `the gallery thread failed: ${error.message}`;
    });
    worker.once("exit", () => {
      this.#totals = NOTHING;
      const lost = [...this.#asked.values(), ...this.#forgetting.values()];
      this.#asked.clear();
      this.#forgetting.clear();
      if (!this.#closed) this.#worker = this.#open();
      for (const { reject } of lost) reject(new EngineFailure("engine_lost", reason));
    });
    return worker;
  }

  #receive(message: FromGallery): void {
    if ("snapshot" in message) {
      this.#totals = message.totals;
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
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (!("refused" in outcome)) asked?.resolve(outcome);
    else asked?.reject(new GalleryRefusal(outcome.refused, "the gallery thread refuses"));
  }
}

const buffersOf = ({ changes, probe }: GalleryRequest): ArrayBuffer[] =>
  [probe, ...changes.map(({ vector }) => vector)]
    .filter((vector) => vector !== undefined)
    .map(({ buffer }) => buffer as ArrayBuffer);
