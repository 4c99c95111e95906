import type { ServerEvent } from "../messages.ts";
import type { Collections } from "./collections.ts";
import type { Faces } from "./faces.ts";
import type { Kept, States } from "./states.ts";

/** Milliseconds after which no search looks at a generation any more that was left. */
const PURGE_AFTER = 20_000;
/** Milliseconds in which erasures come together before segments are written anew. */
const COMPACT_AFTER = 10_000;
/** Milliseconds between two looks for what is to be deleted, and until the first one. */
const SWEEP_EVERY = 60 * 60 * 1_000;
const FIRST_SWEEP = 60_000;
/** Milliseconds after which a gallery that nobody asks for is emptied: nobody may have told of a deletion. */
const UNUSED = 7 * 24 * 60 * 60 * 1_000;
/** Milliseconds between two lines about a gallery that is being filled. */
const TELL_EVERY = 10_000;

/**
 * What is done beside the calls. A failure is not told here, since the calls tell that the server is away;
 * what was left undone is done by a later sweep, by this process or another.
 */
export class Upkeep {
  readonly #collections: Collections;
  readonly #states: States;
  readonly #faces: Faces;
  readonly #drop: (state: Kept) => Promise<unknown>;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #compacting = new Set<number>();
  readonly #filling = new Map<string, { told: number; faces: number }>();

  constructor(
    collections: Collections,
    states: States,
    faces: Faces,
    drop: (state: Kept) => Promise<unknown>,
  ) {
    this.#collections = collections;
    this.#states = states;
    this.#faces = faces;
    this.#drop = drop;
    this.#after(FIRST_SWEEP, () => this.#sweep());
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Deletes the faces of a generation that was left, and then its state. */
  purgeLater(left: Kept): void {
    this.#after(PURGE_AFTER, () => this.#purge(left));
  }

  /** Has the files written anew, of which rows were deleted. */
  compactSoon(dimensions: number): void {
    if (this.#compacting.has(dimensions)) return;
    this.#compacting.add(dimensions);
    this.#after(COMPACT_AFTER, async () => {
      this.#compacting.delete(dimensions);
      await this.#faces.compact(dimensions);
    });
  }

  /** Tells now and then how many changes a gallery has been told without a search. */
  filling(gallery: string, changes: number, tell: (event: ServerEvent) => void): void {
    const now = performance.now();
    const last = this.#filling.get(gallery) ?? { told: now, faces: 0 };
    last.faces += changes;
    this.#filling.set(gallery, last);
    if (now - last.told < TELL_EVERY) return;
    last.told = now;
    tell({ event: "filling", faces: last.faces });
  }

  filled(gallery: string): void {
    this.#filling.delete(gallery);
  }

  async #sweep(): Promise<void> {
    this.#after(SWEEP_EVERY, () => this.#sweep());
    await this.#collections.states();
    for (const state of await this.#states.idle(Date.now() - UNUSED)) {
      if (state.gallery.startsWith("-")) await this.#purge(state);
      else if (state.position !== undefined) await this.#drop(state);
    }
  }

  async #purge(left: Kept): Promise<void> {
    const { now } = await this.#states.read(left.gallery.slice(1));
    // Whoever left it may have died before it wrote where the gallery begins anew.
    if (now?.generation !== left.generation && left.dimensions > 0) {
      await this.#collections.faces(left.dimensions);
      await this.#faces.purge(left);
      this.compactSoon(left.dimensions);
    }
    await this.#states.remove(left);
  }

  #after(milliseconds: number, work: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work().catch(() => {});
    }, milliseconds);
    this.#timers.add(timer.unref());
  }
}
