import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { openBucketFiles } from "../edge/bucket.ts";
import { BackupError } from "./error.ts";
import {
  DATABASE_NAME,
  MANIFEST_NAME,
  type ManifestBody,
  OBJECT_PREFIX,
  signedManifest,
} from "./manifest.ts";
import { column, readingOnly } from "./read-only.ts";
import { type BackupSource, ownFile } from "./source.ts";
import { type Entry, TarWriter } from "./tar.ts";

const SAY_EACH_MS = 2_000;

interface Backup {
  readonly file: string;
  readonly bytes: number;
  readonly made_at: string;
  readonly objects: number;
  /** Needed to restore it, and not in it. */
  readonly data_keys: readonly string[];
}

/**
 * Writes a backup of what may be served meanwhile into a new file that only its owner can read: the database
 * as it is at one moment, and every picture that it names then. The file is there whole or not at all.
 */
export async function createBackup(
  source: BackupSource,
  file: string,
  tell: (line: string) => void,
): Promise<Backup> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const snapshot = `${draft}.db`;
  try {
    const madeAt = new Date().toISOString();
    tell("copying the database");
    await ownFile(snapshot);
    await source.copyDatabase(snapshot, tell);
    const output = await open(draft, "wx", 0o600);
    const body = await writeArchive(source, snapshot, new TarWriter(output), madeAt, tell).finally(() =>
      output.close(),
    );
    await rename(draft, file);
    const objects = body.entries.length - 1;
    const { size: bytes } = await stat(file);
    return { file, bytes, made_at: madeAt, objects, data_keys: body.data_keys };
  } finally {
    await Promise.all([draft, snapshot].map((path) => rm(path, { force: true })));
  }
}

async function writeArchive(
  source: BackupSource,
  snapshot: string,
  archive: TarWriter,
  madeAt: string,
  tell: (line: string) => void,
): Promise<ManifestBody> {
  const { keys, objectKeys, migrations } = factsOf(snapshot);
  const { size } = await stat(snapshot);
  const entries: Entry[] = [await archive.add(DATABASE_NAME, size, createReadStream(snapshot))];
  const erased = source.media === null ? [] : await addPictures(source.media);
  await requireErased(source, erased);
  const body: ManifestBody = {
    format: "selfsame backup 1",
    made_at: madeAt,
    data_keys: keys,
    migrations,
    entries,
    erased_meanwhile: erased,
    ...(source.media === null ? { database_only: true } : {}),
  };
  const manifest = await signedManifest(body, source.ring);
  await archive.add(MANIFEST_NAME, manifest.length, [manifest]);
  await archive.end();
  return body;

  /** Adds every picture that the copy names. Returns the keys of those that are not there. */
  async function addPictures(media: string): Promise<string[]> {
    const absent: string[] = [];
    const bucket = await openBucketFiles(media);
    const progress = progressOf("pictures", objectKeys.length, tell);
    for (const key of objectKeys) {
      const content = await bucket.get(key);
      if (content === null) absent.push(key);
      else {
        entries.push(await archive.add(OBJECT_PREFIX + key, content.length, [content]));
      }
      progress();
    }
    bucket.close();
    return absent;
  }
}

/** Throws where the store has lost a picture that the database still names. */
async function requireErased(source: BackupSource, objectKeys: readonly string[]): Promise<void> {
  const lost = objectKeys.length === 0 ? [] : await source.stillKept(objectKeys);
  if (lost.length === 0) return;
  throw new BackupError(
    "object_missing",
    `${lost.length} pictures are not in ${source.media}, the first ${lost[0]}`,
  );
}

/** What a copy of the database says of keys, pictures and its schema. */
const factsOf = (snapshot: string) =>
  readingOnly(snapshot, (database) => ({
    keys: column(database, "select distinct master_key_id from wrapped_keys order by 1"),
    objectKeys: column(
      database,
      "select distinct object_key from media_objects where state = 'kept' order by object_key",
    ),
    migrations: Number(column(database, "select count(*) from __drizzle_migrations")[0]),
  }));

/** Says every two seconds how many are done, and of how many where that is known. */
export function progressOf(what: string, total: number | null, tell: (line: string) => void): () => void {
  let done = 0;
  let saidAt = Date.now();
  return () => {
    done++;
    if (done !== total && Date.now() < saidAt + SAY_EACH_MS) return;
    saidAt = Date.now();
    tell(`${what}: ${done}${total === null ? "" : ` of ${total}`}`);
  };
}
