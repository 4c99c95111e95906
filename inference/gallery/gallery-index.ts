import { Arena } from "./arena.ts";
import { type Found, Gallery } from "./gallery.ts";
import { MOST_PROBES } from "./kernel.ts";

/** Up to which change a gallery is followed: the row of that number, and whose it is, so that another history shows. */
interface Position {
  readonly seq: number;
  readonly registrationId: string;
}

/** What became of a registration; a vector of null says that it is not, or no longer, in the gallery. */
export interface Change extends Position {
  readonly vector: Float32Array | null;
}

/** Changes to follow, then a probe to search for; either may be missing. */
export interface GalleryRequest {
  /** Opaque: whose faces, and of which template version. */
  readonly gallery: string;
  /** A position that is none of the caller's history: the gallery is dropped where it stands there. */
  readonly discard: Position | null;
  /** The position that the changes follow; null for the beginning. They are applied where the gallery stands there. */
  readonly base: Position | null;
  /** In the order of their `seq`. */
  readonly changes: readonly Change[];
  readonly probe: Float32Array | null;
  readonly limit: number;
}

export interface GalleryAnswer {
  /** Null where the gallery is not known yet. */
  readonly position: Position | null;
  /** References held. */
  readonly faces: number;
  /** Somebody is filling the gallery page by page at the moment. */
  readonly filling: boolean;
  /** Best first. */
  readonly candidates: readonly Found[];
}

/** A request that cannot be served: its vectors have another length than the gallery's, or memory is used up. */
export class GalleryRefusal extends Error {
  override readonly name = "GalleryRefusal";
  readonly kind: "dimensions" | "memory";

  constructor(kind: "dimensions" | "memory", message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface Totals {
  readonly galleries: number;
  readonly faces: number;
  readonly bytes: number;
}

interface Held {
  /** Null until the first reference tells its dimensions. */
  gallery: Gallery | null;
  position: Position | null;
  /** When changes last came without a probe: there are more to come. */
  filledAt: number;
}

/** Milliseconds for which one page's coming announces the next. */
const FILLING = 1_000;

/**
 * Galleries of references, each as far as its callers have told it. It holds no truth: whoever asks reads the position and
 * tells what is missing. Over `mostBytes` the galleries that were not asked for longest are dropped, to be told again.
 */
export class GalleryIndex {
  readonly #arena = new Arena();
  readonly #mostBytes: number;
  readonly #clock: () => number;
  /** In the order of use, latest last. */
  readonly #held = new Map<string, Held>();

  constructor(mostBytes: number, clock: () => number) {
    this.#mostBytes = mostBytes;
    this.#clock = clock;
  }

  get totals(): Totals {
    const all = [...this.#held.values()];
    const sum = (of: "size" | "bytes") => all.reduce((total, { gallery }) => total + (gallery?.[of] ?? 0), 0);
    return { galleries: all.length, faces: sum("size"), bytes: sum("bytes") };
  }

  /**
   * Answers requests that came together: first all changes in their order, then the searches, those of one gallery in one
   * pass. Each answer tells the position that it was found at, which is at least that of its own changes.
   */
  answer(requests: readonly GalleryRequest[]): (GalleryAnswer | GalleryRefusal)[] {
    const refusals = requests.map((request) => refusalOf(() => this.#follow(request)));
    const answers = requests.map((request, i) => refusals[i] ?? this.#state(request.gallery));
    const open = requests.map((_, i) => i).filter((i) => requests[i]!.probe !== null && refusals[i] === null);
    const byGallery = Map.groupBy(open, (i) => requests[i]!.gallery);
    for (const [name, asked] of byGallery) {
      for (let at = 0; at < asked.length; at += MOST_PROBES) {
        const pass = asked.slice(at, at + MOST_PROBES);
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

  #follow({ gallery: name, discard, base, changes, probe }: GalleryRequest): void {
    const vectors = [probe, ...changes.map(({ vector }) => vector)].filter((vector) => vector !== null);
    const dimensions = this.#held.get(name)?.gallery?.dimensions ?? vectors[0]?.length;
    if (vectors.some(({ length }) => length !== dimensions)) {
      throw new GalleryRefusal("dimensions", "the vectors' length is not the gallery's");
    }
    if (discard !== null && samePosition(this.#held.get(name)?.position ?? null, discard)) this.#drop(name);
    const held = this.#held.get(name) ?? {
      gallery: null,
      position: null,
      filledAt: Number.NEGATIVE_INFINITY,
    };
    if (this.#held.delete(name)) this.#held.set(name, held);
    if (changes.length === 0 || !samePosition(held.position, base)) return;
    if (dimensions !== undefined) held.gallery ??= new Gallery(this.#arena, dimensions);
    this.#makeRoom(name, held.gallery?.bytesOf(changes.length) ?? 0);
    for (const { registrationId, seq, vector } of changes) {
      if (vector === null) held.gallery?.remove(registrationId);
      else held.gallery?.put(registrationId, seq, vector);
    }
    const { seq, registrationId } = changes.at(-1)!;
    held.position = { seq, registrationId };
    if (probe === null) held.filledAt = this.#clock();
    this.#held.set(name, held);
  }

  #state(name: string): GalleryAnswer {
    const held = this.#held.get(name);
    return {
      position: held?.position ?? null,
      faces: held?.gallery?.size ?? 0,
      filling: held !== undefined && this.#clock() - held.filledAt < FILLING,
      candidates: [],
    };
  }

  #search(name: string, requests: readonly GalleryRequest[]): Found[][] {
    const gallery = this.#held.get(name)?.gallery ?? null;
    const probes = requests.map(({ probe, limit }) => ({ vector: probe!, limit }));
    return gallery === null || gallery.size === 0 ? probes.map(() => []) : gallery.search(probes);
  }

  #makeRoom(name: string, bytes: number): void {
    let excess = this.totals.bytes + bytes - this.#mostBytes;
    for (const [other, { gallery }] of [...this.#held]) {
      if (excess <= 0) return;
      if (other === name) continue;
      excess -= gallery?.bytes ?? 0;
      this.#drop(other);
    }
    if (excess > 0)
      throw new GalleryRefusal("memory", "the gallery does not fit into the memory for galleries");
  }

  #drop(name: string): void {
    this.#held.get(name)?.gallery?.clear();
    this.#held.delete(name);
  }
}

function refusalOf(follow: () => void): GalleryRefusal | null {
  try {
    follow();
    return null;
  } catch (error) {
    if (error instanceof GalleryRefusal) return error;
    throw error;
  }
}

function samePosition(one: Position | null, other: Position | null): boolean {
  return one?.seq === other?.seq && one?.registrationId === other?.registrationId;
}
