import { Arena } from "./arena.ts";
import { Gallery } from "./gallery.ts";
import { MAX_PROBES } from "./kernel.ts";
import {
  type Candidate,
  FILLING_MS,
  type GalleryAnswer,
  GalleryRefusal,
  type GalleryRequest,
  type Position,
  samePosition,
  type Totals,
} from "./messages.ts";

interface Entry {
  /** Null until the first reference tells its dimensions. */
  gallery: Gallery | undefined;
  position: Position | undefined;
  /** It is being read back from a disk: until it is whole, it takes no changes and finds nothing. */
  isExpected: boolean;
  /** When changes last came without a probe: more of them follow. */
  filledAt: number;
  /** When a request last asked for it. */
  usedAt: number;
}

/** A gallery with faces. */
interface Held {
  readonly gallery: Gallery;
  readonly position: Position;
  /** Milliseconds since somebody asked for it. */
  readonly unusedFor: number;
}

/** Milliseconds after which a gallery that nobody asks for is dropped. */
const UNUSED = 60 * 60 * 1_000;

/**
 * Galleries of references, each as far as its callers have sent its changes. The callers own the truth: they
 * read the position of an answer and send the changes after it. Over `maxBytes`, the galleries that were not
 * asked for longest are dropped, and their callers send them again. So is a gallery that nobody asks for:
 * nobody would tell it of a deletion.
 */
export class GalleryIndex {
  readonly #arena = new Arena();
  readonly #maxBytes: number;
  readonly #clock: () => number;
  /** In the order of use, latest last. */
  readonly #entries = new Map<string, Entry>();

  constructor(maxBytes: number, clock: () => number) {
    this.#maxBytes = maxBytes;
    this.#clock = clock;
  }

  get totals(): Totals {
    const all = [...this.#entries.values()];
    const sum = (of: "size" | "bytes") => all.reduce((total, { gallery }) => total + (gallery?.[of] ?? 0), 0);
    return { galleries: all.length, faces: sum("size"), bytes: sum("bytes") };
  }

  /**
   * Answers requests that came together: first all changes in their order, then the searches, those of one
   * gallery in shared passes. An answer's position is at least that of its own changes.
   */
  answer(requests: readonly GalleryRequest[]): (GalleryAnswer | GalleryRefusal)[] {
    const refusals = requests.map((request) => refusalOf(() => this.#follow(request)));
    const answers = requests.map((request, i) => refusals[i] ?? this.#state(request.gallery));
    const open = requests
      .map((_, i) => i)
      .filter((i) => requests[i]!.probe !== undefined && refusals[i] === undefined);
    const byGallery = Map.groupBy(open, (i) => requests[i]!.gallery);
    for (const [name, asked] of byGallery) {
      for (let at = 0; at < asked.length; at += MAX_PROBES) {
        const pass = asked.slice(at, at + MAX_PROBES);
        const found = this.#search(
          name,
          pass.map((i) => requests[i]!),
        );
        pass.forEach((i, n) => {
          answers[i] = { ...this.#state(name), candidates: found[n]! };
        });
      }
    }
    return answers;
  }

  /**
   * Removes a deleted registration before its gallery follows the log to that change, which then finds
   * nothing to remove.
   */
  forget(name: string, registrationId: string): void {
    if (!this.isExpected(name)) this.#entries.get(name)?.gallery?.remove(registrationId);
  }

  /** Drops the galleries that nobody has asked for in the last hour. */
  dropUnused(): void {
    const before = this.#clock() - UNUSED;
    for (const [name, { usedAt }] of [...this.#entries]) if (usedAt <= before) this.#drop(name);
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Undefined for a gallery without faces, and for one that is expected. */
  held(name: string): Held | undefined {
    const { gallery, position, isExpected, usedAt } = this.#entries.get(name) ?? newEntry();
    if (gallery === undefined || position === undefined || isExpected) return undefined;
    return { gallery, position, unusedFor: this.#clock() - usedAt };
  }

  /** Announces a gallery that is to be read back, which nobody has asked for in the last `unusedFor` ms. */
  expect(name: string, unusedFor: number): void {
    this.#entries.set(name, { ...newEntry(), isExpected: true, usedAt: this.#clock() - unusedFor });
  }

  /** Whether a gallery is announced and not whole yet. */
  isExpected(name: string): boolean {
    return this.#entries.get(name)?.isExpected ?? false;
  }

  /** Of the announced galleries, the one that was asked for last. */
  get expected(): string | undefined {
    return this.names.findLast((name) => this.isExpected(name));
  }

  /**
   * Gives an announced gallery the rows of its next segment, as `Gallery.saved` gave them. Returns false when
   * it was dropped meanwhile. Throws a `GalleryRefusal` when it does not fit; no other gallery makes room.
   */
  restore(name: string, dimensions: number, ids: readonly string[], rows: Uint8Array): boolean {
    const entry = this.#entries.get(name);
    if (entry === undefined || !entry.isExpected) return false;
    entry.gallery ??= new Gallery(this.#arena, dimensions);
    if (this.totals.bytes + entry.gallery.bytesOf(ids.length) > this.#maxBytes) {
      throw new GalleryRefusal("memory", "the gallery does not fit into the memory for galleries");
    }
    entry.gallery.restore(ids, rows);
    return true;
  }

  /** An announced gallery is whole and at this position; or it cannot be read back, and is dropped. */
  restored(name: string, position: Position | undefined): void {
    const entry = this.#entries.get(name);
    if (entry === undefined || !entry.isExpected) return;
    entry.position = position;
    entry.isExpected = false;
    if (position === undefined) this.#drop(name);
  }

  #follow(request: GalleryRequest): void {
    const { gallery: name, discard, base, changes, probe } = request;
    const dimensions = this.#dimensionsOf(request);
    if (discard !== undefined && samePosition(this.#entries.get(name)?.position, discard)) this.#drop(name);
    const entry = this.#entries.get(name) ?? newEntry();
    entry.usedAt = this.#clock();
    if (this.#entries.delete(name)) this.#entries.set(name, entry);
    if (changes.length === 0 || entry.isExpected || !samePosition(entry.position, base)) return;
    if (dimensions !== undefined) entry.gallery ??= new Gallery(this.#arena, dimensions);
    this.#makeRoom(name, entry.gallery?.bytesOf(changes.length) ?? 0);
    for (const { registrationId, seq, vector } of changes) {
      if (vector === undefined) entry.gallery?.remove(registrationId);
      else entry.gallery?.put(registrationId, seq, vector);
    }
    const { seq, registrationId } = changes.at(-1)!;
    entry.position = { seq, registrationId };
    if (probe === undefined) entry.filledAt = this.#clock();
    this.#entries.set(name, entry);
  }

  /** The length of the request's vectors and of the gallery's; undefined where neither has any vector. */
  #dimensionsOf({ gallery: name, changes, probe }: GalleryRequest): number | undefined {
    const vectors = [probe, ...changes.map(({ vector }) => vector)].filter((vector) => vector !== undefined);
    const dimensions = this.#entries.get(name)?.gallery?.dimensions ?? vectors[0]?.length;
    if (vectors.some(({ length }) => length !== dimensions)) {
      throw new GalleryRefusal("dimensions", "the vectors' length is not the gallery's");
    }
    return dimensions;
  }

  #state(name: string): GalleryAnswer {
    const { position, gallery, filledAt, isExpected } = this.#entries.get(name) ?? newEntry();
    return {
      position,
      faces: isExpected ? 0 : (gallery?.size ?? 0),
      filling: isExpected || this.#clock() - filledAt < FILLING_MS,
      candidates: [],
    };
  }

  #search(name: string, requests: readonly GalleryRequest[]): Candidate[][] {
    const gallery = this.isExpected(name) ? undefined : this.#entries.get(name)?.gallery;
    const probes = requests.map(({ probe, limit }) => ({ vector: probe!, limit }));
    return gallery === undefined || gallery.size === 0 ? probes.map(() => []) : gallery.search(probes);
  }

  #makeRoom(name: string, bytes: number): void {
    let excess = this.totals.bytes + bytes - this.#maxBytes;
    for (const [other, { gallery }] of [...this.#entries]) {
      if (excess <= 0) return;
      if (other === name) continue;
      excess -= gallery?.bytes ?? 0;
      this.#drop(other);
    }
    if (excess <= 0) return;
    throw new GalleryRefusal("memory", "the gallery does not fit into the memory for galleries");
  }

  #drop(name: string): void {
    this.#entries.get(name)?.gallery?.clear();
    this.#entries.delete(name);
  }
}

const newEntry = (): Entry => ({
  gallery: undefined,
  position: undefined,
  isExpected: false,
  filledAt: Number.NEGATIVE_INFINITY,
  usedAt: Number.NEGATIVE_INFINITY,
});

function refusalOf(follow: () => void): GalleryRefusal | undefined {
  try {
    follow();
    return undefined;
  } catch (error) {
    if (error instanceof GalleryRefusal) return error;
    throw error;
  }
}
