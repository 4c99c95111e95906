import {
  type GalleryAnswer,
  GalleryAway,
  type GalleryIndex,
  GalleryRefusal,
  type GalleryRequest,
  type ServerEvent,
  type Totals,
} from "../gallery/gallery-index.ts";
import { MemoryGalleries } from "../gallery/memory-galleries.ts";
import { MilvusGalleries } from "../gallery/milvus/milvus-galleries.ts";
import { WorkerFailure } from "./failure.ts";
import type { GallerySettings } from "./gallery-settings.ts";
import { type Call, Job } from "./job.ts";
import { type QueueSettings, TenantQueue } from "./tenant-queue.ts";

/** Milliseconds after which a server that was away may be back. */
const AWAY = 5_000;

/** Milliseconds for which one page of changes announces the next. */
const FILLING = 1_000;

/** A deleted registration, and the gallery that may hold it. */
interface ForgottenFace {
  readonly gallery: string;
  readonly registrationId: string;
}

interface Answer extends GalleryAnswer {
  /** Some caller is filling the gallery page by page at the moment. */
  readonly filling: boolean;
}

/** The part of the galleries that RPCs use. */
export interface Galleries {
  /** Whether faces are also on a server of their own, whose files outlast an erasure for a time. */
  readonly isElsewhere: boolean;
  /** Throws `WorkerFailure`. */
  ask(request: GalleryRequest, call: Call): Promise<Answer>;
  /** Removes deleted registrations. Throws `WorkerFailure` if that failed. */
  forget(faces: readonly ForgottenFace[]): Promise<void>;
}

type SearchJob = Job<GalleryRequest, Answer>;

/** The queue of the galleries, shared fairly between callers. */
export class GalleryHost implements Galleries {
  readonly #queue: TenantQueue<SearchJob>;
  readonly #index: GalleryIndex;
  readonly #inFlight = new Set<SearchJob>();
  /** When a page without a probe last came, by gallery: more of them follow. */
  readonly #filledAt = new Map<string, number>();
  /** How often each thing happened to a server. */
  readonly server: Record<ServerEvent["event"], number> = { lost: 0, away: 0, back: 0 };
  #closed = false;

  constructor(settings: QueueSettings & GallerySettings, onServer: (event: ServerEvent) => void = () => {}) {
    this.#queue = new TenantQueue(settings);
    const { galleryMemory, galleryServer } = settings;
    this.#index =
      galleryServer === null
        ? new MemoryGalleries(galleryMemory)
        : new MilvusGalleries(galleryServer, (event) => {
            this.server[event.event]++;
            onServer(event);
          });
  }

  get totals(): Totals {
    return this.#index.totals;
  }

  get isElsewhere(): boolean {
    return this.#index.isElsewhere;
  }

  async ask(request: GalleryRequest, call: Call): Promise<Answer> {
    if (this.#closed) throw new WorkerFailure("stopping", "the service stops");
    // A page of changes costs many times as much as a search.
    const kind = request.page === undefined ? "search" : "fill";
    const parts = vectorsOf(request);
    const job: SearchJob = new Job(request, { kind, parts }, call, (settled) => this.#queue.remove(settled));
    this.#queue.add(job, performance.now(), this.#index.atOnce);
    this.#dispatch();
    return job.outcome;
  }

  async forget(faces: readonly ForgottenFace[]): Promise<void> {
    // A page that waits may hold one of them.
    this.#dispatch(Number.POSITIVE_INFINITY);
    const removed = [...Map.groupBy(faces, ({ gallery }) => gallery)].map(([gallery, those]) =>
      this.#index.remove(
        gallery,
        those.map(({ registrationId }) => registrationId),
      ),
    );
    await Promise.all(removed).catch((error) => Promise.reject(failureOf(error)));
  }

  close(): void {
    this.#closed = true;
    for (const job of this.#queue.waiting) job.fail(new WorkerFailure("stopping", "the service stops"));
    this.#index.close();
  }

  #dispatch(atOnce = this.#index.atOnce): void {
    while (this.#inFlight.size < atOnce) {
      const job = this.#queue.take(performance.now());
      if (job === undefined) return;
      this.#inFlight.add(job);
      void this.#answer(job.request).then(
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

  async #answer(request: GalleryRequest): Promise<Answer> {
    const { gallery, page, probe } = request;
    const now = performance.now();
    for (const [name, at] of this.#filledAt) if (now - at >= FILLING) this.#filledAt.delete(name);
    const answer = await this.#index.answer(request);
    const filling = this.#filledAt.has(gallery);
    if (page !== undefined && probe === undefined) this.#filledAt.set(gallery, performance.now());
    else if (page !== undefined) this.#filledAt.delete(gallery);
    return { ...answer, filling };
  }

  /** The index has answered a request. */
  #end(job: SearchJob, settle: () => void): void {
    this.#inFlight.delete(job);
    settle();
    if (!this.#closed) this.#dispatch();
  }
}

/** The failure that a caller sees. */
function failureOf(error: unknown): unknown {
  if (error instanceof GalleryAway) {
    return new WorkerFailure("gallery_away", error.message, { retryAfter: AWAY });
  }
  if (!(error instanceof GalleryRefusal)) return error;
  return error.kind === "memory"
    ? new WorkerFailure("overloaded", "no memory for the gallery")
    : new WorkerFailure("defect", "the vectors' length is not the gallery's");
}

const vectorsOf = ({ page, probe }: GalleryRequest): Float32Array[] =>
  [probe, ...(page?.changes ?? []).map(({ vector }) => vector)].filter((vector) => vector !== undefined);
