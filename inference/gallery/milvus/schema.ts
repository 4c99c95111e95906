import { createHash } from "node:crypto";
import type { FieldType } from "@zilliz/milvus2-sdk-node";
import { GalleryAway } from "../messages.ts";
import type { Connection } from "./connection.ts";

/** Changes with the fields: a collection of another version is another collection. */
const VERSION = 1;
export const STATES = `selfsame_galleries_${VERSION}`;
const FACES = `selfsame_faces_${VERSION}_`;
/** The faces of one length of templates. */
export const facesOf = (dimensions: number) => `${FACES}${dimensions}`;
const DESCRIPTION = "Selfsame: written and emptied by its inference service alone";

/** Hexadecimal digits of a name. */
const DIGITS = 32;
/** Of a registration's id and a gallery's position, in bytes. */
const MOST_OF_ID = 256;

/** A name that says nothing of what it names, and that a filter may hold as it is. */
export const digest = (...parts: readonly string[]) =>
  createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, DIGITS);

const text = (name: string, most: number): FieldType => ({ name, data_type: "VarChar", max_length: most });
const whole = (name: string): FieldType => ({ name, data_type: "Int64" });

/**
 * One row a face. Its generation is the partition key: galleries share no partition's rows with a search of
 * another one. FLAT compares every row.
 */
const faceFields = (dimensions: number): FieldType[] => [
  { ...text("id", DIGITS), is_primary_key: true },
  { ...text("generation", DIGITS), is_partition_key: true },
  text("registration", MOST_OF_ID),
  whole("seq"),
  { name: "vector", data_type: "FloatVector", dim: dimensions },
];

/** One row a gallery, and a second one for a moment: see `States`. The vector is there since one must be. */
const STATE_FIELDS: FieldType[] = [
  { ...text("id", DIGITS), is_primary_key: true },
  ...[text("gallery", DIGITS + 1), text("generation", DIGITS), text("stamp", DIGITS)],
  ...[text("collection", DIGITS), text("registration", MOST_OF_ID)],
  ...["seq", "dimensions", "faces", "number", "used_at"].map(whole),
  { name: "nothing", data_type: "FloatVector", dim: 2 },
];

interface Shape {
  readonly name: string;
  readonly fields: FieldType[];
  readonly vector: string;
  readonly metric: "IP" | "L2";
}

/**
 * Makes a collection that can be searched, where it is not there. Throws `GalleryAway` where somebody
 * else's has its name. Returns its id, and whether it is new.
 */
async function ensure(connection: Connection, { name, fields, vector, metric }: Shape) {
  const collection = { collection_name: name };
  const { value: isThere } = await connection.call((client) => client.hasCollection(collection));
  if (!isThere) {
    await connection.call((client) =>
      client.createCollection({
        ...collection,
        fields,
        description: DESCRIPTION,
        consistency_level: "Strong",
      }),
    );
  }
  const index = { ...collection, field_name: vector, index_type: "FLAT", metric_type: metric };
  const described = await connection.call((client) => client.describeCollection(collection));
  if (described.schema.description !== DESCRIPTION) throw new GalleryAway(`${name} is somebody else's`);
  await connection.call((client) => client.createIndex(index));
  await connection.call((client) => client.loadCollectionSync(collection));
  return { id: String(described.collectionID), isNew: !isThere };
}

/** The states' collection. Where it was lost, faces belong to no gallery any more and are dropped. */
export async function ensureStates(connection: Connection): Promise<string> {
  const shape = { name: STATES, fields: STATE_FIELDS, vector: "nothing", metric: "L2" } as const;
  const { id, isNew } = await ensure(connection, shape);
  if (!isNew) return id;
  const { data } = await connection.call((client) => client.showCollections());
  for (const { name } of data.filter(({ name }) => name.startsWith(FACES))) {
    await connection.call((client) => client.dropCollection({ collection_name: name }));
  }
  return id;
}

/** Returns the collection's id: faces that a state speaks of are in a collection of this id. */
export async function ensureFaces(connection: Connection, dimensions: number): Promise<string> {
  const fields = faceFields(dimensions);
  const { id } = await ensure(connection, {
    ...{ name: facesOf(dimensions), fields, vector: "vector", metric: "IP" },
  });
  return id;
}
