import {
  type ForgottenFace,
  type GalleryAnswer,
  GalleryAway,
  GalleryRefusal,
  type GalleryRequest,
  type ServerEvent,
  type SnapshotEvent,
  type Totals,
} from "../../gallery/messages.ts";
import { EngineFailure } from "../failure.ts";
import { type Call, Job } from "../job.ts";
import { type QueueSettings, TenantQueue } from "../tenant-queue.ts";
import { EmbeddedGalleries } from "./embedded.ts";
import type { GalleryEngine } from "./engine.ts";
import { ServedGalleries } from "./served.ts";
import type { GallerySettings } from "./settings.ts";

/** Milliseconds after which a server that was away may be back. */
const AWAY = 5_000;

/** The part of the galleries that RPCs use. */
export interface Galleries {
  /** Whether faces are also on a server of their own, whose files outlast an erasure for a time. */
  readonly isElsewhere: boolean;
  /** Throws `EngineFailure`. */
  ask(request: GalleryRequest, call: Call): Promise<GalleryAnswer>;
  /**
   * Removes deleted registrations after the requests that came before, from memory and from the disk. Throws
   * `EngineFailure` when that cannot be said for certain.
   */
  forget(faces: readonly ForgottenFace[]): Promise<void>;
}

/** What happens to galleries besides calls. */
export interface GalleryEvents {
  onSnapshot(event: SnapshotEvent): void;
  onServer(event: ServerEvent): void;
}

type SearchJob = Job<GalleryRequest, GalleryAnswer>;

/** The queue before the galleries: callers take turns at whatever has them. */
export class GalleryHost implements Galleries {
  readonly #queue: TenantQueue<SearchJob>;
  readonly #engine: GalleryEngine;
  /** What the engine has. */
  readonly #asked = new Set<SearchJob>();
  /** How often each thing happened to a snapshot, and to a server. */
  readonly snapshots: Record<SnapshotEvent["event"], number> = { restored: 0, rejected: 0, failed: 0 };
  readonly server: Record<ServerEvent["event"], number> = { filling: 0, lost: 0, away: 0, back: 0 };
  #closed = false;

  constructor(settings: QueueSettings & GallerySettings, events: Partial<GalleryEvents> = {}) {
    this.#queue = new TenantQueue(settings);
    this.#engine = this.#open(settings, events);
  }

  get totals(): Totals {
    return this.#engine.totals;
  }

  get isElsewhere(): boolean {
    return this.#engine.isElsewhere;
  }

  async ask(request: GalleryRequest, call: Call): Promise<GalleryAnswer> {
    if (this.#closed) throw new EngineFailure("stopping", "the service stops");
    // A page of changes costs many times what a search does.
    const kind = request.changes.length > 0 ? "fill" : "search";
    const parts = vectorsOf(request);
    const job: SearchJob = new Job(request, { kind, parts }, call, (settled) => this.#queue.remove(settled));
    this.#queue.add(job, performance.now(), this.#engine.atOnce);
    this.#dispatch();
    return job.outcome;
  }

  async forget(faces: readonly ForgottenFace[]): Promise<void> {
    if (faces.length === 0) return;
    // Nothing that waits may bring a face back.
    this.#dispatch(Number.POSITIVE_INFINITY);
    await this.#engine.forget(faces).catch((error) => Promise.reject(failureOf(error)));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.waiting) job.fail(new EngineFailure("stopping", "the service stops"));
    await this.#engine.close();
  }

  #open(settings: GallerySettings, { onSnapshot, onServer }: Partial<GalleryEvents>): GalleryEngine {
    const { galleryMemory: maxBytes, gallerySnapshots: snapshots, galleryServer } = settings;
    if (galleryServer === null) {
      return new EmbeddedGalleries({ maxBytes, snapshots }, (event) => {
        this.snapshots[event.event]++;
        onSnapshot?.(event);
      });
    }
    return new ServedGalleries(galleryServer, (event) => {
      this.server[event.event]++;
      onServer?.(event);
    });
  }

  #dispatch(atOnce = this.#engine.atOnce): void {
    while (this.#asked.size < atOnce) {
      const job = this.#queue.take(performance.now());
      if (job === undefined) return;
      this.#asked.add(job);
      void this.#engine.answer(job.request).then(
        (answer) => {
          this.#queue.done(job, performance.now());
          this.#end(job, () => job.succeed(answer));
        },
        (error) => {
          this.#queue.drop(job);
          this.#end(job, () => job.fail(failureOf(error)));
        },
      );
    }
  }

  /** The engine has done with a request. */
  #end(job: SearchJob, tell: () => void): void {
    this.#asked.delete(job);
    tell();
    if (!this.#closed) this.#dispatch();
  }
}

/** What a caller is told of an engine's refusal. */
function failureOf(error: unknown): unknown {
  if (error instanceof GalleryAway) {
    return new EngineFailure("gallery_away", error.message, { retryAfter: AWAY });
  }
  if (!(error instanceof GalleryRefusal)) return error;
  return error.kind === "memory"
    ? new EngineFailure("overloaded", "no memory for the gallery")
    : new EngineFailure("defect", "the vectors' length is not the gallery's");
}

const vectorsOf = ({ changes, probe }: GalleryRequest): Float32Array[] =>
  [probe, ...changes.map(({ vector }) => vector)].filter((vector) => vector !== undefined);
