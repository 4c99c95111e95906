import type { FieldType } from "@zilliz/milvus2-sdk-node";
import { GalleryAway } from "../gallery-index.ts";
import type { Connection } from "./connection.ts";

/** Changes with the fields: a collection of another version is another collection. */
const VERSION = 1;
export const MARKS = `selfsame_galleries_${VERSION}`;
const FACES = `selfsame_faces_${VERSION}_`;
/** The faces of one length of templates. */
export const facesOf = (dimensions: number) => `${FACES}${dimensions}`;
const DESCRIPTION = "Selfsame: written and emptied by its inference service alone";
/** Milliseconds that a call waits for a collection that is made or loaded, which goes on without it. */
const PATIENCE = 5_000;

/** Hexadecimal digits of a name. */
export const DIGITS = 32;
/** Bytes of a registration's id or a mark at most. */
const MOST_OF_ID = 256;

const text = (name: string, most: number): FieldType => ({ name, data_type: "VarChar", max_length: most });
const whole = (name: string): FieldType => ({ name, data_type: "Int64" });

/** One row a face. FLAT compares every row of a generation. */
const faceFields = (dimensions: number): FieldType[] => [
  { ...text("id", DIGITS), is_primary_key: true },
  whole("generation"),
  text("registration", MOST_OF_ID),
  { name: "vector", data_type: "FloatVector", dim: dimensions },
];

/** See `Marks`. The vector is there since a collection needs one. */
const MARK_FIELDS: FieldType[] = [
  { ...text("id", DIGITS), is_primary_key: true },
  ...[text("gallery", DIGITS), text("mark", MOST_OF_ID), text("collection", DIGITS)],
  ...["generation", "dimensions", "number", "used_at"].map(whole),
  { name: "nothing", data_type: "FloatVector", dim: 2 },
];

interface Shape {
  readonly name: string;
  readonly fields: FieldType[];
  readonly vector: string;
  readonly metric: "IP" | "L2";
}

const MARKS_SHAPE: Shape = { name: MARKS, fields: MARK_FIELDS, vector: "nothing", metric: "L2" };

/** The ids of searchable collections, created at the first request. All methods throw `GalleryAway`. */
export class Collections {
  readonly #connection: Connection;
  readonly #ids = new Map<string, Promise<string>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async marks(): Promise<void> {
    await this.#ensured(MARKS_SHAPE);
  }

  faces(dimensions: number): Promise<string> {
    const fields = faceFields(dimensions);
    return this.#ensured({ name: facesOf(dimensions), fields, vector: "vector", metric: "IP" });
  }

  /** The next call reads again: something failed, and a collection may be lost. */
  forget(): void {
    this.#ids.clear();
  }

  #ensured(shape: Shape): Promise<string> {
    const ensuring = this.#ids.get(shape.name) ?? this.#ensure(shape);
    this.#ids.set(shape.name, ensuring);
    ensuring.catch(() => this.#ids.delete(shape.name));
    return within(PATIENCE, ensuring);
  }

  async #ensure({ name, fields, vector, metric }: Shape): Promise<string> {
    const collection = { collection_name: name };
    const call: Connection["call"] = (ask) => this.#connection.call(ask);
    const { value: isThere } = await call((client) => client.hasCollection(collection));
    if (!isThere) {
      const made = { ...collection, fields, description: DESCRIPTION, consistency_level: "Strong" } as const;
      await call((client) => client.createCollection(made));
    }
    const described = await call((client) => client.describeCollection(collection));
    if (described.schema.description !== DESCRIPTION) throw new GalleryAway(`${name} is somebody else's`);
    const index = { ...collection, field_name: vector, index_type: "FLAT", metric_type: metric };
    await call((client) => client.createIndex(index));
    await call((client) => client.loadCollectionSync(collection));
    return String(described.collectionID);
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new GalleryAway("a collection is being loaded")), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
