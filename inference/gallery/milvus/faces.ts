import type { ConsistencyLevelEnum, RowData } from "@zilliz/milvus2-sdk-node";
import { type Reference, rescored, scoreError } from "../exact.ts";
import type { Candidate, Change } from "../gallery-index.ts";
import { facesOf } from "./collections.ts";
import type { Connection } from "./connection.ts";
import { digest, type State } from "./marks.ts";

type Place = Pick<State, "generation" | "dimensions">;

/** `ConsistencyLevelEnum`, whose package is loaded when it is needed. */
const STRONG = 0 as ConsistencyLevelEnum.Strong;
const EVENTUALLY = 3 as ConsistencyLevelEnum.Eventually;
/** Candidates beyond those wanted, so that one search is enough as a rule. */
const MARGIN = 8;
/** Rows of an answer at most, and of a deletion. */
const MOST = 16_384;

const generationFilter = ({ generation }: Place) => `generation == ${generation}`;
const among = (ids: readonly string[]) => `id in [${ids.map((id) => `"${id}"`).join(", ")}]`;

/** A row's key: a registration is in a generation once. */
const idOf = ({ generation }: Place, registrationId: string) => digest(String(generation), registrationId);

/** The rows of faces. All throw `GalleryAway`. */
export class Faces {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Repeating it has no further effect. */
  async follow(place: Place, changes: readonly Change[]): Promise<void> {
    const removed = changes.filter(({ vector }) => vector === undefined);
    await this.remove(
      place,
      removed.map(({ registrationId }) => registrationId),
    );
    const data = changes.flatMap(({ registrationId, vector }): RowData[] => {
      const row = { id: idOf(place, registrationId), generation: place.generation };
      return vector === undefined
        ? []
        : [{ ...row, registration: registrationId, vector: Array.from(vector) }];
    });
    if (data.length > 0)
      await this.#connection.call((client) => client.upsert({ ...collection(place), data }));
  }

  remove(place: Place, registrationIds: readonly string[]): Promise<void> {
    return this.#delete(
      place,
      registrationIds.map((registrationId) => idOf(place, registrationId)),
    );
  }

  /**
   * The best rows, exactly: more candidates than wanted are scored again by their own vectors. If a row that
   * was not returned may still be among the best, Milvus is queried for more.
   */
  async search(place: Place, probe: Float32Array, wanted: number): Promise<Candidate[]> {
    for (let limit = wanted + MARGIN; ; limit = Math.min(MOST, 4 * limit)) {
      const near = await this.#near(place, probe, limit);
      const references = await this.#references(
        place,
        near.map(({ id }) => id),
      );
      const best = rescored(probe, references);
      const worst = best[wanted - 1]?.score ?? Number.NEGATIVE_INFINITY;
      const isWhole = near.length < limit || limit === MOST;
      if (isWhole || worst > near.at(-1)!.score + scoreError(place.dimensions)) return best.slice(0, wanted);
    }
  }

  async count(place: Place): Promise<number> {
    const { data } = await this.#query(place, generationFilter(place), ["count(*)"], STRONG);
    return Number(data[0]?.["count(*)"]);
  }

  /** Deletes all faces of a generation. */
  async purge(place: Place): Promise<void> {
    for (;;) {
      const { data } = await this.#query(place, generationFilter(place), ["id"], STRONG, MOST);
      if (data.length === 0) return;
      await this.#delete(
        place,
        data.map(({ id }) => String(id)),
      );
    }
  }

  /** Has Milvus write its files again without deleted rows. It does so, and deletes files, later. */
  async compact(dimensions: number): Promise<void> {
    const { collection_name } = collection({ dimensions });
    // Compaction affects only flushed data, and flushing takes a moment.
    await this.#connection.call((client) => client.flushSync({ collection_names: [collection_name] }));
    await this.#connection.call((client) => client.compact({ collection_name }));
  }

  async #delete(place: Place, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#connection.call((client) => client.delete({ ...collection(place), filter: among(ids) }));
  }

  async #near(place: Place, probe: Float32Array, limit: number) {
    const { results } = await this.#connection.call((client) =>
      client.search({
        ...collection(place),
        data: Array.from(probe),
        filter: generationFilter(place),
        limit,
        output_fields: ["id"],
        consistency_level: STRONG,
      }),
    );
    return results.map(({ id, score }) => ({ id: String(id), score }));
  }

  /**
   * The rows with their vectors as they are on the server now; if one is not visible yet, read with strong
   * consistency.
   */
  async #references(place: Place, ids: readonly string[]): Promise<Reference[]> {
    if (ids.length === 0) return [];
    const ask = (level: ConsistencyLevelEnum) =>
      this.#query(place, among(ids), ["registration", "vector"], level);
    const { data } = await ask(EVENTUALLY);
    const rows = data.length === ids.length ? data : (await ask(STRONG)).data;
    return rows.map(({ registration, vector }) => ({
      registrationId: String(registration),
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
