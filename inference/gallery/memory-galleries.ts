import { Gallery } from "./gallery.ts";
import {
  dimensionsOf,
  type GalleryAnswer,
  type GalleryIndex,
  GalleryRefusal,
  type GalleryRequest,
  type Totals,
} from "./gallery-index.ts";

interface Entry {
  /** Undefined until the first reference, which gives the dimensions. */
  gallery: Gallery | undefined;
  mark: string;
  /** Time of the last request for it. */
  usedAt: number;
}

/** Milliseconds after which an unused gallery is dropped. */
const UNUSED = 60 * 60 * 1_000;
const LOOK_EVERY = 60 * 1_000;

/**
 * Galleries in this process's memory, which are filled again after a restart. Over `maxBytes`, the galleries
 * that were unused for longest are dropped. So is one that was unused for an hour, since only searches bring
 * news of deletions.
 */
export class MemoryGalleries implements GalleryIndex {
  /** A search yields between blocks of rows, so that requests go one after the other. */
  readonly atOnce = 1;
  readonly isElsewhere = false;
  readonly #maxBytes: number;
  readonly #clock: () => number;
  /** In the order of use, latest last. */
  readonly #entries = new Map<string, Entry>();
  readonly #timer: NodeJS.Timeout;
  #last: Promise<unknown> = Promise.resolve();

  /** `clock` returns milliseconds. */
  constructor(maxBytes: number, clock: () => number = () => performance.now()) {
    this.#maxBytes = maxBytes;
    this.#clock = clock;
    this.#timer = setInterval(() => this.#inTurn(() => this.dropUnused()), LOOK_EVERY).unref();
  }

  get totals(): Totals {
    const all = [...this.#entries.values()];
    const sum = (of: "size" | "bytes") => all.reduce((total, { gallery }) => total + (gallery?.[of] ?? 0), 0);
    return { galleries: all.length, faces: sum("size"), bytes: sum("bytes") };
  }

  answer(request: GalleryRequest): Promise<GalleryAnswer> {
    return this.#inTurn(async () => {
      const dimensions = dimensionsOf(request, this.#entries.get(request.gallery)?.gallery?.dimensions ?? 0);
      this.#use(request.gallery);
      this.#follow(request, dimensions);
      const { gallery, mark } = this.#entries.get(request.gallery) ?? { gallery: undefined, mark: "" };
      if (gallery === undefined || request.probe === undefined) return { mark, faces: 0, candidates: [] };
      return { mark, faces: gallery.size, candidates: await gallery.search(request.probe, request.limit) };
    });
  }

  remove(name: string, registrationIds: readonly string[]): Promise<void> {
    return this.#inTurn(() => {
      for (const id of registrationIds) this.#entries.get(name)?.gallery?.remove(id);
    });
  }

  dropUnused(): void {
    const before = this.#clock() - UNUSED;
    for (const [name, { usedAt }] of [...this.#entries]) if (usedAt <= before) this.#entries.delete(name);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  #use(name: string): void {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    entry.usedAt = this.#clock();
    this.#entries.delete(name);
    this.#entries.set(name, entry);
  }

  #follow({ gallery: name, page }: GalleryRequest, dimensions: number): void {
    const entry = this.#entries.get(name) ?? { gallery: undefined, mark: "", usedAt: this.#clock() };
    if (page === undefined || page.after !== entry.mark) return;
    if (page.mark === "") return void this.#entries.delete(name);
    if (dimensions > 0) entry.gallery ??= new Gallery(dimensions);
    this.#makeRoom(name, entry.gallery?.bytesWith(page.changes.length) ?? 0);
    for (const { registrationId, vector } of page.changes) {
      if (vector === undefined) entry.gallery?.remove(registrationId);
      else entry.gallery?.put(registrationId, vector);
    }
    entry.mark = page.mark;
    this.#entries.set(name, entry);
  }

  /** Drops others until a gallery of this many bytes fits. */
  #makeRoom(name: string, bytes: number): void {
    const others = [...this.#entries].filter(([other]) => other !== name);
    let sum = others.reduce((total, [, { gallery }]) => total + (gallery?.bytes ?? 0), bytes);
    if (bytes > this.#maxBytes) throw new GalleryRefusal("memory");
    for (const [other, { gallery }] of others) {
      if (sum <= this.#maxBytes) return;
      sum -= gallery?.bytes ?? 0;
      this.#entries.delete(other);
    }
  }
}
