import { type Candidate, FILLING_MS, type GalleryAnswer, type Position, type Totals } from "../messages.ts";
import type { Collections } from "./collections.ts";
import type { Kept, States } from "./states.ts";

/** What this process knows of a gallery. */
interface Known {
  readonly state: Kept;
  /** When its faces were last counted, and when a page of changes last came without a probe. */
  readonly countedAt: number;
  readonly filledAt: number;
  /** What was written here and not yet read back: the position before it, and the stamp that it has. */
  readonly unread: { readonly base: Position | undefined; readonly stamp: string } | undefined;
}

/** Before anything was heard of a gallery but its state. */
export const UNKNOWN: Omit<Known, "state"> = {
  ...{ countedAt: Number.NEGATIVE_INFINITY, filledAt: Number.NEGATIVE_INFINITY, unread: undefined },
};

/** Galleries that are kept in mind; of more, what was not asked for longest is read again. */
const MOST_KNOWN = 10_000;

/** What this process knows of galleries. The server's states are the truth; this saves reading them. */
export class KnownGalleries {
  readonly #collections: Collections;
  readonly #states: States;
  /** In the order of use, latest last. */
  readonly #known = new Map<string, Known>();
  readonly #reading = new Map<string, ReturnType<States["read"]>>();

  constructor(collections: Collections, states: States) {
    this.#collections = collections;
    this.#states = states;
  }

  get totals(): Totals {
    const known = [...this.#known.values()];
    const faces = known.reduce((sum, { state }) => sum + (state.faces ?? 0), 0);
    return { galleries: known.length, faces, bytes: 0 };
  }

  get(gallery: string): Known | undefined {
    return this.#known.get(gallery);
  }

  keep(known: Known): void {
    const { gallery } = known.state;
    this.#known.delete(gallery);
    this.#known.set(gallery, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }

  forget(gallery: string): void {
    this.#known.delete(gallery);
  }

  /** Reads the state that holds, and keeps it in mind. Throws `GalleryAway`. */
  async read(gallery: string): Promise<Kept | undefined> {
    await this.#collections.states();
    const { now } = await this.#states.read(gallery);
    if (now === undefined) this.forget(gallery);
    else this.keep({ ...(this.#known.get(gallery) ?? UNKNOWN), state: now });
    return now;
  }

  /** Searches side by side share a reading: nothing is written here meanwhile. Throws `GalleryAway`. */
  readOnce(gallery: string): ReturnType<States["read"]> {
    const reading =
      this.#reading.get(gallery) ??
      this.#states.read(gallery).finally(() => {
        this.#reading.delete(gallery);
      });
    this.#reading.set(gallery, reading);
    return reading;
  }

  /** What a gallery's state says, with what a search found. */
  answer(gallery: string, candidates: readonly Candidate[]): GalleryAnswer {
    const known = this.#known.get(gallery);
    return {
      position: known?.state.position,
      faces: known?.state.faces ?? 0,
      filling: known !== undefined && performance.now() - known.filledAt < FILLING_MS,
      candidates,
    };
  }
}
