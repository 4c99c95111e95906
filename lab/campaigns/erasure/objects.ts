import { join } from "node:path";
import type { Database as Rows } from "../../../edge/store/batch.ts";
import { readCopy } from "../sqlite-copy.ts";
import { filesOf } from "./search.ts";

const OBJECTS = "select key, blob_id as blob from _mf_objects where blob_id is not null";

/**
 * Objects of miniflare's R2 that no row names as there, files that no object names, and rows of erased
 * customers that are not settled.
 */
export async function orphansOf(mediaFolder: string, db: Rows): Promise<string[]> {
  const files = filesOf(join(mediaFolder, "r2"));
  const objects = files
    .filter((file) => /[0-9a-f]{64}\.sqlite$/.test(file))
    .flatMap((file) => readCopy<{ key: string; blob: string }>(file, OBJECTS));
  const rows = await db.all<{ key: string }>(
    "select distinct object_key as key from media_objects where state <> 'erased'",
  );
  const named = new Set(rows.map(({ key }) => key));
  const blobs = files.filter((file) => file.includes("/blobs/")).map((file) => file.split("/").at(-1)!);
  const known = new Set(objects.map(({ blob }) => blob));
  return [
    ...objects.filter(({ key }) => !named.has(key)).map(({ key }) => `object ${key} has no row`),
    ...blobs.filter((blob) => !known.has(blob)).map((blob) => `file ${blob} has no object`),
  ];
}
