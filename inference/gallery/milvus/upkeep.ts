import type { Collections } from "./collections.ts";
import type { Faces } from "./faces.ts";
import { emptyState, latestOf, type Marks, type Stored } from "./marks.ts";

/** Milliseconds after which no search can still read the old faces of a gallery that restarted. */
const PURGE_AFTER = 20_000;
/** Milliseconds in which erasures come together before files are written again. */
const COMPACT_AFTER = 10_000;
/** Milliseconds between two sweeps, and until the first one. */
const SWEEP_EVERY = 60 * 60 * 1_000;
const FIRST_SWEEP = 60_000;
/** Milliseconds after which an unused gallery is emptied, since only searches bring news of deletions. */
const UNUSED = 7 * 24 * 60 * 60 * 1_000;

/** Work beside the calls. If it fails, a later sweep repeats it; the calls report that the server is away. */
export class Upkeep {
  readonly #collections: Collections;
  readonly #marks: Marks;
  readonly #faces: Faces;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #compacting = new Set<number>();

  constructor(collections: Collections, marks: Marks, faces: Faces) {
    this.#collections = collections;
    this.#marks = marks;
    this.#faces = faces;
    this.#after(FIRST_SWEEP, () => this.#sweep());
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Deletes the faces of a state that holds no longer, and then the state. */
  purgeLater(left: Stored): void {
    this.#after(PURGE_AFTER, () => this.#purge(left));
  }

  /** Has the files written again, of which rows were deleted. */
  compactSoon(dimensions: number): void {
    if (this.#compacting.has(dimensions)) return;
    this.#compacting.add(dimensions);
    this.#after(COMPACT_AFTER, async () => {
      this.#compacting.delete(dimensions);
      await this.#faces.compact(dimensions);
    });
  }

  async #sweep(): Promise<void> {
    this.#after(SWEEP_EVERY, () => this.#sweep());
    await this.#collections.marks();
    for (const [gallery, rows] of await this.#marks.all()) {
      const now = latestOf(rows)!;
      for (const left of rows) if (left !== now) await this.#purge(left);
      if (now.mark === "" || now.usedAt > Date.now() - UNUSED) continue;
      await this.#marks.write(emptyState(gallery), now);
      this.purgeLater(now);
    }
  }

  async #purge(left: Stored): Promise<void> {
    const now = await this.#marks.read(left.gallery);
    if (now?.generation !== left.generation && left.dimensions > 0) {
      await this.#collections.faces(left.dimensions);
      await this.#faces.purge(left);
      this.compactSoon(left.dimensions);
    }
    if (now?.id !== left.id) await this.#marks.remove(left);
  }

  #after(milliseconds: number, work: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work().catch(() => {});
    }, milliseconds);
    this.#timers.add(timer.unref());
  }
}
