import { randomBytes } from "node:crypto";
import type { RowData } from "@zilliz/milvus2-sdk-node";
import { GalleryAway, type Position } from "../messages.ts";
import type { Connection } from "./connection.ts";
import { STATES } from "./schema.ts";

/** How far a gallery has followed its log, and where its faces are. */
export interface State {
  /** Of the gallery's name. */
  readonly gallery: string;
  /** The partition key of its faces. A gallery that begins anew has another one. */
  readonly generation: string;
  /** The id of the collection that has them; empty before the first face. */
  readonly collection: string;
  /** 0 before the first face. */
  readonly dimensions: number;
  readonly position: Position | undefined;
  /** Null where they must be counted. */
  readonly faces: number | null;
  /** Another one with every change of the faces: whoever finds another stamp than before looks again. */
  readonly stamp: string;
  /** Milliseconds since the epoch, give or take an hour. */
  readonly usedAt: number;
}

/** A state as it lies there. */
export interface Kept extends State {
  readonly id: string;
  /** The latest one has the greatest. */
  readonly number: number;
}

const FIELDS = ["id", "gallery", "generation", "collection", "dimensions", "seq", "registration"].concat([
  ...["faces", "stamp", "number", "used_at"],
]);
/** Before the name of a gallery whose faces are to be deleted: the state of a generation that was left. */
const LEFT = "-";
/** Rows of one answer. */
const PAGE = 1_000;

export const newName = () => randomBytes(16).toString("hex");

/**
 * The states of galleries, as rows of a collection. A state is never written over: Milvus may show an earlier
 * row of the same key for a moment (seen with 2.3.5). Each is a row of its own, and the one with the greatest
 * number holds; earlier ones are deleted.
 */
export class States {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The state that holds, as of now, and the states that the gallery has left. */
  async read(gallery: string): Promise<{ readonly now: Kept | undefined; readonly left: readonly Kept[] }> {
    const rows = await this.#query(`gallery in ["${gallery}", "${LEFT}${gallery}"]`);
    const own = rows.filter((row) => row.gallery === gallery);
    const now = own.reduce<Kept | undefined>((best, row) => (isLater(row, best) ? row : best), undefined);
    const left = rows.filter((row) => row.gallery !== gallery && row.generation !== now?.generation);
    return { now, left };
  }

  /** States of galleries that nobody has asked for since `before`, and states that were left. */
  async idle(before: number): Promise<readonly Kept[]> {
    return this.#query(`used_at < ${Math.floor(before)} or gallery like "${LEFT}%"`);
  }

  /** Writes a state after another one, which it takes the place of. */
  async write(state: State, after: Kept | undefined): Promise<Kept> {
    const kept = { ...state, id: newName(), number: (after?.number ?? 0) + 1 };
    await this.#insert(kept);
    if (after !== undefined) await this.remove(after);
    return kept;
  }

  /** Says that a state's faces are to be deleted. */
  async leave(state: Kept): Promise<Kept> {
    const left = { ...state, id: newName(), gallery: `${LEFT}${state.gallery}` };
    await this.#insert(left);
    return left;
  }

  async remove({ id }: Kept): Promise<void> {
    await this.#connection.call((client) =>
      client.delete({ collection_name: STATES, filter: `id in ["${id}"]` }),
    );
  }

  async #insert(kept: Kept): Promise<void> {
    await this.#connection.call((client) => client.insert({ collection_name: STATES, data: [rowOf(kept)] }));
  }

  async #query(filter: string): Promise<Kept[]> {
    const { data } = await this.#connection.call((client) =>
      client.query({ collection_name: STATES, filter, output_fields: FIELDS, limit: PAGE }),
    );
    return data.map(keptOf);
  }
}

const isLater = (one: Kept, other: Kept | undefined) =>
  other === undefined ||
  one.number > other.number ||
  (one.number === other.number && one.stamp > other.stamp);

const NONE = -1;

function rowOf({ position, faces, usedAt, ...rest }: Kept): RowData {
  return {
    ...rest,
    seq: position?.seq ?? NONE,
    registration: position?.registrationId ?? "",
    faces: faces ?? NONE,
    used_at: usedAt,
    nothing: [0, 0],
  };
}

/** Throws `GalleryAway` for a row that nobody here has written. */
function keptOf(row: Record<string, unknown>): Kept {
  const text = (name: string) => String(row[name]);
  const whole = (name: string) => {
    const value = Number(row[name]);
    if (Number.isSafeInteger(value)) return value;
    throw new GalleryAway(`a state's ${name} is no whole number`);
  };
  const [seq, faces] = [whole("seq"), whole("faces")];
  return {
    id: text("id"),
    gallery: text("gallery"),
    generation: text("generation"),
    collection: text("collection"),
    dimensions: whole("dimensions"),
    position: seq === NONE ? undefined : { seq, registrationId: text("registration") },
    faces: faces === NONE ? null : faces,
    stamp: text("stamp"),
    number: whole("number"),
    usedAt: whole("used_at"),
  };
}
