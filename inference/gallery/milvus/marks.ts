import { createHash, randomBytes, randomInt } from "node:crypto";
import type { RowData } from "@zilliz/milvus2-sdk-node";
import { GalleryAway } from "../gallery-index.ts";
import { DIGITS, MARKS } from "./collections.ts";
import type { Connection } from "./connection.ts";

/** The mark up to which a gallery is filled, and where its faces are stored. */
export interface State {
  /** Digest of the gallery's name. */
  readonly gallery: string;
  /** Empty at the beginning. */
  readonly mark: string;
  /** Part of the names of its faces' rows. A gallery that restarts gets another one. */
  readonly generation: number;
  /** Numbers of a vector; 0 before the first face. */
  readonly dimensions: number;
  /** The id of the collection with the faces; empty before the first one. */
  readonly collection: string;
  /** Milliseconds since the epoch, accurate to an hour. */
  readonly usedAt: number;
}

/** A state as it is stored. */
export interface Stored extends State {
  readonly id: string;
  /** The greatest one of a gallery holds. */
  readonly number: number;
}

const FIELDS = ["id", "gallery", "mark", "collection", "generation", "dimensions", "number", "used_at"];
/** Rows of an answer at most. */
const MOST = 16_384;
/** `crypto.randomInt` takes no greater range. */
const GENERATIONS = 2 ** 48 - 1;

/** A name that reveals nothing about what it names, and that a filter may contain as it is. */
export const digest = (...parts: readonly string[]) =>
  createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, DIGITS);

/** The state of a gallery without faces. */
export const emptyState = (gallery: string): State => ({
  ...{ gallery, mark: "", generation: randomInt(GENERATIONS), dimensions: 0, collection: "" },
  usedAt: Date.now(),
});

/**
 * The states of galleries. A row is never overwritten, because Milvus may briefly return an earlier row of
 * the same key (seen with 2.3.5). Each state is a new row, and the greatest number is current. All methods
 * throw `GalleryAway`.
 */
export class Marks {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async read(gallery: string): Promise<Stored | undefined> {
    return latestOf(await this.#query(`gallery == "${gallery}"`));
  }

  /** All rows by gallery. */
  async all(): Promise<ReadonlyMap<string, readonly Stored[]>> {
    return Map.groupBy(await this.#query('gallery != ""'), ({ gallery }) => gallery);
  }

  /** Writes a state in place of another one, which stays while its generation has faces to delete. */
  async write(state: State, before: Stored | undefined): Promise<Stored> {
    const stored = {
      ...state,
      id: randomBytes(DIGITS / 2).toString("hex"),
      number: (before?.number ?? 0) + 1,
    };
    const data = [rowOf(stored)];
    await this.#connection.call((client) => client.insert({ collection_name: MARKS, data }));
    if (before?.generation === state.generation) await this.remove(before);
    return stored;
  }

  async remove({ id }: Stored): Promise<void> {
    const filter = `id in ["${id}"]`;
    await this.#connection.call((client) => client.delete({ collection_name: MARKS, filter }));
  }

  async #query(filter: string): Promise<Stored[]> {
    const { data } = await this.#connection.call((client) =>
      client.query({ collection_name: MARKS, filter, output_fields: FIELDS, limit: MOST }),
    );
    return data.map(storedOf);
  }
}

export const latestOf = (rows: readonly Stored[]): Stored | undefined =>
  rows.toSorted((a, b) => b.number - a.number || (a.id < b.id ? -1 : 1))[0];

const rowOf = ({ usedAt, ...rest }: Stored): RowData => ({ ...rest, used_at: usedAt, nothing: [0, 0] });

/** Throws `GalleryAway` for a row that this service has not written. */
function storedOf(row: Record<string, unknown>): Stored {
  const text = (name: string) => String(row[name]);
  const whole = (name: string) => {
    const value = Number(row[name]);
    if (Number.isSafeInteger(value)) return value;
    throw new GalleryAway(`a gallery's ${name} is no whole number`);
  };
  return {
    ...{ id: text("id"), gallery: text("gallery"), mark: text("mark"), collection: text("collection") },
    ...{ generation: whole("generation"), dimensions: whole("dimensions"), number: whole("number") },
    usedAt: whole("used_at"),
  };
}
