import type { ConsistencyLevelEnum, RowData } from "@zilliz/milvus2-sdk-node";
import type { Candidate, Change } from "../messages.ts";
import type { Connection } from "./connection.ts";
import { type Found, firstLimit, nextLimit, rescored } from "./exact.ts";
import { digest, facesOf } from "./schema.ts";

/** Where a gallery's faces are. */
interface Place {
  readonly generation: string;
  readonly dimensions: number;
}

/** `ConsistencyLevelEnum`, whose package is not loaded before it is needed. */
const STRONG = 0 as ConsistencyLevelEnum.Strong;
const EVENTUALLY = 3 as ConsistencyLevelEnum.Eventually;
/** Faces that one call deletes of a generation that was left. */
const SLICE = 10_000;

const of = ({ generation }: Place) => `generation == "${generation}"`;
const among = (ids: readonly string[]) => `id in [${ids.map((id) => `"${id}"`).join(", ")}]`;

/** A row's key, by which a registration is there once in a generation. */
const idOf = ({ generation }: Place, registrationId: string) => digest(generation, registrationId);

/** The rows of faces. All calls throw `GalleryAway`. */
export class Faces {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Follows changes. A repetition changes nothing more: what is put is deleted first. Milvus has an upsert,
   * which 2.3.5 gives to the wrong partition (milvus-io/milvus pull request 30772).
   */
  async follow(place: Place, changes: readonly Change[]): Promise<void> {
    await this.remove(
      place,
      changes.map(({ registrationId }) => registrationId),
    );
    const data = changes
      .filter(({ vector }) => vector !== undefined)
      .map(
        ({ registrationId, seq, vector }): RowData => ({
          id: idOf(place, registrationId),
          generation: place.generation,
          registration: registrationId,
          seq,
          vector: Array.from(vector!),
        }),
      );
    if (data.length === 0) return;
    await this.#connection.call((client) => client.insert({ ...collection(place), data }));
  }

  async remove(place: Place, registrationIds: readonly string[]): Promise<void> {
    const filter = among(registrationIds.map((registrationId) => idOf(place, registrationId)));
    await this.#connection.call((client) => client.delete({ ...collection(place), filter }));
  }

  /** The best rows, exactly: more candidates than are wanted, scored again by their own vectors. */
  async search(place: Place, probe: Float32Array, wanted: number): Promise<Candidate[]> {
    const { dimensions } = place;
    for (let limit: number | undefined = firstLimit(wanted); ; ) {
      const near = await this.#near(place, probe, limit);
      const ids = near.map(({ id }) => id);
      const best = rescored(probe, await this.#vectors(place, ids));
      const scores = near.map(({ score }) => score);
      limit = nextLimit({ limit, wanted, dimensions }, scores, best);
      if (limit !== undefined) continue;
      return best.slice(0, wanted).map(({ registrationId, score }) => ({ registrationId, score }));
    }
  }

  async count(place: Place): Promise<number> {
    const { data } = await this.#query(place, of(place), ["count(*)"], STRONG);
    return Number(data[0]?.["count(*)"]);
  }

  /** Deletes all faces of a generation, some at a time. */
  async purge(place: Place): Promise<void> {
    if (place.dimensions === 0) return;
    for (;;) {
      const { data } = await this.#query(place, of(place), ["id"], STRONG, SLICE);
      if (data.length === 0) return;
      const filter = among(data.map(({ id }) => String(id)));
      await this.#connection.call((client) => client.delete({ ...collection(place), filter }));
    }
  }

  /** Has Milvus write its segments anew without what was deleted. It does so, and deletes files, later. */
  async compact(dimensions: number): Promise<void> {
    const { collection_name } = collection({ dimensions });
    // Only what was flushed is compacted, and that takes a moment.
    await this.#connection.call((client) => client.flushSync({ collection_names: [collection_name] }));
    await this.#connection.call((client) => client.compact({ collection_name }));
  }

  async #near(place: Place, probe: Float32Array, limit: number) {
    const { results } = await this.#connection.call((client) =>
      client.search({
        ...collection(place),
        data: Array.from(probe),
        filter: of(place),
        limit,
        output_fields: ["id"],
        consistency_level: STRONG,
      }),
    );
    return results.map(({ id, score }) => ({ id: String(id), score }));
  }

  /** The rows as they lie there: at once where they are old, else when they are there for certain. */
  async #vectors(place: Place, ids: readonly string[]): Promise<Found[]> {
    if (ids.length === 0) return [];
    const fields = ["registration", "seq", "vector"];
    const ask = (level: ConsistencyLevelEnum) => this.#query(place, among(ids), fields, level);
    const { data } = await ask(EVENTUALLY);
    const rows = data.length === ids.length ? data : (await ask(STRONG)).data;
    return rows.map(({ registration, seq, vector }) => ({
      ...{ registrationId: String(registration), seq: Number(seq) },
      vector: Float32Array.from(vector as number[]),
    }));
  }

  #query(place: Place, filter: string, output_fields: string[], level: ConsistencyLevelEnum, limit?: number) {
    const question = { ...collection(place), filter, output_fields, consistency_level: level };
    return this.#connection.call((client) =>
      client.query(limit === undefined ? question : { ...question, limit }),
    );
  }
}

const collection = ({ dimensions }: Pick<Place, "dimensions">) => ({ collection_name: facesOf(dimensions) });
