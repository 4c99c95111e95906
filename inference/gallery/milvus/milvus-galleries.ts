import {
  type ForgottenFace,
  type GalleryAnswer,
  GalleryAway,
  GalleryRefusal,
  type GalleryRequest,
  type Position,
  type ServerEvent,
  samePosition,
  type Totals,
} from "../messages.ts";
import { Collections } from "./collections.ts";
import { Connection, type MilvusSettings } from "./connection.ts";
import { Faces } from "./faces.ts";
import { KnownGalleries, UNKNOWN } from "./known.ts";
import { digest } from "./schema.ts";
import { type Kept, newName, type State, States } from "./states.ts";
import { Turns } from "./turns.ts";
import { Upkeep } from "./upkeep.ts";

/** Milliseconds after which a gallery's faces are counted again, to notice that some were lost. */
const COUNT_EVERY = 60_000;
/** Milliseconds after which it is written down that somebody asks for a gallery. */
const USED_EVERY = 60 * 60 * 1_000;
/** Looks at a gallery that others change meanwhile. */
const LOOKS = 3;
const NO_STATE: Omit<State, "gallery"> = {
  ...{ generation: "", collection: "", dimensions: 0, position: undefined, faces: 0, stamp: "", usedAt: 0 },
};

/**
 * Galleries on a Milvus server, with the promises of `GalleryIndex`: exact, each as far as its position says.
 * Several processes may share one. A gallery's changes are followed one page after the other here; what
 * another process changes meanwhile is noticed by the state's stamp, and the log is then followed again from
 * where this process began. All methods throw `GalleryAway`.
 */
export class MilvusGalleries {
  readonly #connection: Connection;
  readonly #collections: Collections;
  readonly #states: States;
  readonly #faces: Faces;
  readonly #upkeep: Upkeep;
  readonly #turns = new Turns();
  readonly #tell: (event: ServerEvent) => void;
  readonly #known: KnownGalleries;

  constructor(settings: MilvusSettings, tell: (event: ServerEvent) => void) {
    this.#connection = new Connection(settings);
    this.#collections = new Collections(this.#connection);
    this.#states = new States(this.#connection);
    this.#known = new KnownGalleries(this.#collections, this.#states);
    this.#faces = new Faces(this.#connection);
    this.#upkeep = new Upkeep(this.#collections, this.#states, this.#faces, (state) => this.#drop(state));
    this.#tell = tell;
  }

  /** What this process knows of: what the server needs for them is the server's to tell. */
  get totals(): Totals {
    return this.#known.totals;
  }

  /** Throws `GalleryRefusal` for vectors of another length than the gallery's. */
  async answer(request: GalleryRequest): Promise<GalleryAnswer> {
    const gallery = digest(request.gallery);
    return this.#trying(gallery, async () => {
      if (request.changes.length > 0 || request.discard !== undefined) {
        await this.#turns.write(gallery, () => this.#follow(gallery, request));
      }
      for (let look = 0; look < LOOKS; look++) {
        const answer = await this.#turns.read(gallery, () => this.#look(gallery, request));
        if (answer !== undefined) return answer;
        await this.#turns.write(gallery, () => this.#settle(gallery));
      }
      throw new GalleryAway("a gallery changes all the time");
    });
  }

  /** Deletes faces, which no search finds from then on; the server's files are written anew later. */
  async forget(faces: readonly ForgottenFace[]): Promise<void> {
    const byGallery = Map.groupBy(faces, ({ gallery }) => digest(gallery));
    const done = [...byGallery].map(([gallery, those]) => {
      const ids = those.map(({ registrationId }) => registrationId);
      return this.#trying(gallery, () => this.#turns.write(gallery, () => this.#remove(gallery, ids)));
    });
    await Promise.all(done);
  }

  close(): void {
    this.#upkeep.close();
    this.#connection.close();
  }

  /** After a failure nothing is taken for known: neither the gallery nor the collections. */
  async #trying<T>(gallery: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GalleryRefusal)) {
        this.#known.forget(gallery);
        this.#collections.forget();
      }
      throw error;
    }
  }

  async #follow(gallery: string, { discard, base, changes, probe }: GalleryRequest): Promise<void> {
    let state = this.#known.get(gallery)?.state ?? (await this.#known.read(gallery));
    const standsAt = (position: Position | undefined) => samePosition(state?.position, position);
    if (!standsAt(discard ?? base)) state = await this.#known.read(gallery);
    if (discard !== undefined && state !== undefined && standsAt(discard)) state = await this.#drop(state);
    const dimensions = dimensionsOf(state, [probe, ...changes.map(({ vector }) => vector)]);
    if (changes.length === 0 || !standsAt(base)) return;
    const before = state ?? { ...NO_STATE, gallery, generation: newName() };
    const collection = dimensions === 0 ? "" : await this.#collections.faces(dimensions);
    if (dimensions > 0) await this.#faces.follow({ ...before, dimensions }, changes);
    const { seq, registrationId } = changes.at(-1)!;
    const position = { seq, registrationId };
    const after = { ...before, collection, dimensions, position, usedAt: Date.now() };
    const kept = await this.#states.write(changed(after), state);
    const known = this.#known.get(gallery) ?? UNKNOWN;
    const unread = { base: known.unread === undefined ? base : known.unread.base, stamp: kept.stamp };
    const filledAt = probe === undefined ? performance.now() : known.filledAt;
    this.#known.keep({ ...known, state: kept, unread, filledAt });
    if (probe === undefined) this.#upkeep.filling(gallery, changes.length, this.#tell);
    else this.#upkeep.filled(gallery);
  }

  /** Undefined where the gallery must be settled first, and looked at again. */
  async #look(
    gallery: string,
    { probe, limit, changes }: GalleryRequest,
  ): Promise<GalleryAnswer | undefined> {
    const known = this.#known.get(gallery);
    // What was just written is told as it was: the next page is checked, and the search after the last one.
    const isPage = probe === undefined && changes.length > 0 && known !== undefined;
    const state = known?.state ?? (await this.#known.read(gallery));
    if (isPage) return this.#known.answer(gallery, []);
    if (state?.position === undefined || state.dimensions === 0) {
      const now = known === undefined ? state : await this.#known.read(gallery);
      return now?.stamp === state?.stamp ? this.#known.answer(gallery, []) : undefined;
    }
    dimensionsOf(state, [probe]);
    if (state.collection !== (await this.#collections.faces(state.dimensions))) return undefined;
    const { countedAt } = known ?? UNKNOWN;
    const isCounted = state.faces === null || performance.now() - countedAt > COUNT_EVERY;
    const [candidates, { now }, faces] = await Promise.all([
      probe === undefined ? [] : this.#faces.search(state, probe, limit),
      this.#known.readOnce(gallery),
      isCounted ? this.#faces.count(state) : state.faces,
    ]);
    if (now?.stamp !== (known?.unread?.stamp ?? state.stamp)) return undefined;
    if (faces === null || (state.faces !== null && faces !== state.faces)) return undefined;
    const kept = { ...(this.#known.get(gallery) ?? UNKNOWN), state: { ...now, faces }, unread: undefined };
    this.#known.keep(isCounted ? { ...kept, countedAt: performance.now() } : kept);
    const answer = this.#known.answer(gallery, candidates);
    if (now.faces !== faces || Date.now() - now.usedAt > USED_EVERY)
      this.#writeDown(gallery, now.stamp, faces);
    return answer;
  }

  /** Looks for why a gallery could not be answered, and puts it right. */
  async #settle(gallery: string): Promise<void> {
    const known = this.#known.get(gallery);
    this.#collections.forget();
    const now = await this.#known.read(gallery);
    if (now === undefined || now.dimensions === 0) return;
    const isLost =
      now.collection !== (await this.#collections.faces(now.dimensions))
        ? "collection"
        : now.faces !== null && now.faces !== (await this.#faces.count(now)) && "faces";
    if (isLost) {
      this.#tell({ event: "lost", reason: isLost });
      await this.#drop(now);
    } else if (known?.unread !== undefined && now.stamp !== known.unread.stamp) {
      await this.#rewind(now, known.unread.base);
    }
  }

  /**
   * Another process wrote while this one did: what either has put or removed may have come out of order. All
   * of it is followed again, from the position before.
   */
  async #rewind(now: Kept, base: Position | undefined): Promise<void> {
    if (base === undefined) await this.#drop(now);
    else if (now.position !== undefined && base.seq < now.position.seq) {
      this.#known.keep({
        ...UNKNOWN,
        state: await this.#states.write(changed({ ...now, position: base }), now),
      });
    } else this.#known.keep({ ...UNKNOWN, state: now });
  }

  /** The gallery begins anew. What it had is deleted once no search of another process can look at it. */
  async #drop(state: Kept): Promise<Kept> {
    const left = await this.#states.leave(state);
    const { gallery } = state;
    const kept = await this.#states.write(changed({ ...NO_STATE, gallery, generation: newName() }), state);
    this.#known.keep({ ...UNKNOWN, state: kept });
    this.#upkeep.purgeLater(left);
    return kept;
  }

  async #remove(gallery: string, registrationIds: readonly string[]): Promise<void> {
    await this.#collections.states();
    const { now, left } = await this.#states.read(gallery);
    // The stamp first: whoever counts the faces from now on knows that they have changed.
    if (now !== undefined) {
      const state = await this.#states.write(changed(now), now);
      const { unread, ...known } = this.#known.get(gallery) ?? UNKNOWN;
      const isOwn = unread?.stamp === now.stamp;
      this.#known.keep({ ...known, state, unread: isOwn ? { ...unread, stamp: state.stamp } : unread });
    }
    for (const place of [now, ...left]) {
      if (place === undefined || place.dimensions === 0) continue;
      await this.#collections.faces(place.dimensions);
      await this.#faces.remove(place, registrationIds);
      this.#upkeep.compactSoon(place.dimensions);
    }
  }

  /** Writes down a count, or that the gallery is asked for, unless the gallery has changed since. */
  #writeDown(gallery: string, stamp: string, faces: number): void {
    const written = this.#turns.write(gallery, async () => {
      const known = this.#known.get(gallery);
      if (known?.state.stamp !== stamp) return;
      const { state } = known;
      this.#known.keep({
        ...known,
        state: await this.#states.write({ ...state, faces, usedAt: Date.now() }, state),
      });
    });
    // Without it the next search counts again.
    written.catch(() => this.#known.forget(gallery));
  }
}

/** A state after a change of its faces. */
const changed = (state: State): State => ({ ...state, faces: null, stamp: newName() });

/** The length of these vectors and of the gallery's; 0 where neither has any. */
function dimensionsOf(state: Kept | undefined, vectors: readonly (Float32Array | undefined)[]): number {
  const given = vectors.filter((vector) => vector !== undefined);
  const dimensions = state?.dimensions || (given[0]?.length ?? 0);
  if (given.every(({ length }) => length === dimensions)) return dimensions;
  throw new GalleryRefusal("dimensions", "the vectors' length is not the gallery's");
}
