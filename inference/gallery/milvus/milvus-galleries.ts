import {
  dimensionsOf,
  type GalleryAnswer,
  GalleryAway,
  type GalleryIndex,
  type GalleryRequest,
  type Page,
  type ServerEvent,
  type Totals,
} from "../gallery-index.ts";
import { Collections } from "./collections.ts";
import { Connection, type MilvusSettings } from "./connection.ts";
import { Faces } from "./faces.ts";
import { digest, emptyState, Marks, type Stored } from "./marks.ts";
import { Upkeep } from "./upkeep.ts";

/** Milliseconds after which it is stored that a gallery is used. */
const USED_EVERY = 60 * 60 * 1_000;
/** Searches of a gallery that others change meanwhile. */
const TRIES = 5;

/** The state of a gallery that this process last read. */
interface Known {
  readonly state: Stored;
  readonly faces: number;
}

/**
 * Galleries on a Milvus server, which several processes may share. A state says up to which mark a gallery is
 * filled; it is written after the faces, so that a search finds all faces up to the mark, and perhaps more.
 */
export class MilvusGalleries implements GalleryIndex {
  readonly atOnce = 32;
  readonly isElsewhere = true;
  readonly #connection: Connection;
  readonly #collections: Collections;
  readonly #marks: Marks;
  readonly #faces: Faces;
  readonly #upkeep: Upkeep;
  readonly #onEvent: (event: ServerEvent) => void;
  readonly #known = new Map<string, Known>();
  /** The last change of each gallery: they go one after the other. */
  readonly #changes = new Map<string, Promise<unknown>>();
  /** Since when the server is away. */
  #awaySince: number | undefined;

  constructor(settings: MilvusSettings, onEvent: (event: ServerEvent) => void) {
    this.#connection = new Connection(settings);
    this.#collections = new Collections(this.#connection);
    this.#marks = new Marks(this.#connection);
    this.#faces = new Faces(this.#connection);
    this.#upkeep = new Upkeep(this.#collections, this.#marks, this.#faces);
    this.#onEvent = onEvent;
  }

  /** Of the galleries that this process has searched. */
  get totals(): Totals {
    const known = [...this.#known.values()];
    return { galleries: known.length, faces: known.reduce((sum, { faces }) => sum + faces, 0), bytes: 0 };
  }

  answer(request: GalleryRequest): Promise<GalleryAnswer> {
    const name = digest(request.gallery);
    return this.#watched(name, async () => {
      await this.#collections.marks();
      const { page } = request;
      if (page !== undefined) await this.#inTurn(name, () => this.#follow(name, page, request));
      return this.#search(name, request);
    });
  }

  remove(gallery: string, registrationIds: readonly string[]): Promise<void> {
    const name = digest(gallery);
    return this.#watched(name, async () => {
      await this.#collections.marks();
      await this.#inTurn(name, async () => {
        const state = await this.#marks.read(name);
        if (state === undefined || state.dimensions === 0) return;
        await this.#collections.faces(state.dimensions);
        await this.#faces.remove(state, registrationIds);
        this.#upkeep.compactSoon(state.dimensions);
      });
    });
  }

  close(): void {
    this.#upkeep.close();
    this.#connection.close();
  }

  async #follow(name: string, page: Page, request: GalleryRequest): Promise<void> {
    let state = this.#known.get(name)?.state;
    if (state?.mark !== page.after) state = await this.#marks.read(name);
    if ((state?.mark ?? "") !== page.after) return this.#know(name, state);
    if (page.mark === "") return void (await this.#begin(name, state));
    const base = state ?? emptyState(name);
    const dimensions = dimensionsOf(request, base.dimensions);
    const collection = dimensions === 0 ? "" : await this.#collections.faces(dimensions);
    // The search that follows notices that the collection was lost.
    if (base.collection !== "" && base.collection !== collection) return;
    const next = { ...base, mark: page.mark, dimensions, collection, usedAt: Date.now() };
    if (dimensions > 0) await this.#faces.follow(next, page.changes);
    this.#know(name, await this.#marks.write(next, state));
  }

  /**
   * Searches by the state that this process knows, and reads at the same time whether it still holds. If it
   * does not, the search is repeated by the one that was read.
   */
  async #search(name: string, request: GalleryRequest): Promise<GalleryAnswer> {
    const { probe, limit } = request;
    let state = this.#known.get(name)?.state ?? (await this.#marks.read(name));
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (state !== undefined) dimensionsOf(request, state.dimensions);
      if (state !== undefined && state.collection !== (await this.#collectionOf(state))) {
        state = await this.#inTurn(name, () => this.#lose(name, state!));
        continue;
      }
      const [now, found] = await Promise.all([
        this.#marks.read(name),
        probe === undefined || state === undefined || state.dimensions === 0
          ? { faces: 0, candidates: [] }
          : this.#find(state, probe, limit),
      ]);
      this.#know(name, now, found.faces);
      if (now?.id === state?.id) {
        if (now !== undefined && probe !== undefined) await this.#use(name, now);
        return { mark: now?.mark ?? "", ...found };
      }
      state = now;
    }
    throw new GalleryAway("a gallery changes all the time");
  }

  async #find(state: Stored, probe: Float32Array, limit: number) {
    const [faces, candidates] = await Promise.all([
      this.#faces.count(state),
      this.#faces.search(state, probe, limit),
    ]);
    return { faces, candidates };
  }

  /** The collection that a state's faces should be in. */
  async #collectionOf({ dimensions }: Stored): Promise<string> {
    return dimensions === 0 ? "" : this.#collections.faces(dimensions);
  }

  /** Stores now and then that a gallery is used. */
  async #use(name: string, state: Stored): Promise<void> {
    if (Date.now() - state.usedAt < USED_EVERY) return;
    await this.#inTurn(name, async () => {
      if (this.#known.get(name)?.state.id !== state.id) return;
      this.#know(name, await this.#marks.write({ ...state, usedAt: Date.now() }, state));
    });
  }

  /** The server no longer has the faces' collection: the gallery begins again, unless it has already. */
  async #lose(name: string, state: Stored): Promise<Stored | undefined> {
    const now = await this.#marks.read(name);
    if (now?.id !== state.id) return now;
    this.#onEvent({ event: "lost" });
    return this.#begin(name, state);
  }

  /** The gallery begins again without a face. */
  async #begin(name: string, state: Stored | undefined): Promise<Stored> {
    const begun = await this.#marks.write(emptyState(name), state);
    this.#know(name, begun);
    if (state !== undefined) this.#upkeep.purgeLater(state);
    return begun;
  }

  #know(name: string, state: Stored | undefined, faces = this.#known.get(name)?.faces ?? 0): void {
    if (state === undefined) this.#known.delete(name);
    else this.#known.set(name, { state, faces });
  }

  #inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#changes.get(name) ?? Promise.resolve()).then(work);
    const settled = done.then(
      () => {},
      () => {},
    );
    this.#changes.set(name, settled);
    void settled.then(() => this.#changes.get(name) === settled && this.#changes.delete(name));
    return done;
  }

  /**
   * Reports when the server goes away and comes back. After a failure the cached state of the gallery and of
   * its collection is dropped.
   */
  async #watched<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      const value = await work();
      if (this.#awaySince !== undefined) {
        this.#onEvent({ event: "back", seconds: (performance.now() - this.#awaySince) / 1_000 });
        this.#awaySince = undefined;
      }
      return value;
    } catch (error) {
      if (error instanceof GalleryAway) {
        this.#known.delete(name);
        this.#collections.forget();
        if (this.#awaySince === undefined) this.#onEvent({ event: "away", reason: error.message });
        this.#awaySince ??= performance.now();
      }
      throw error;
    }
  }
}
