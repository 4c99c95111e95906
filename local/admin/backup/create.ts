import { createReadStream } from "node:fs";
import { access, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { openBucketFiles } from "../../edge/bucket.ts";
import type { Layout } from "../../stack/files.ts";
import { loadSecrets, ringOf } from "../../stack/secrets.ts";
import { CommandError, unusable } from "../command.ts";
import { type Entry, writeArchive } from "./archive.ts";
import { column, copyDatabase, readingOnly } from "./database-file.ts";
import {
  DATABASE_NAME,
  MANIFEST_NAME,
  type ManifestBody,
  OBJECT_PREFIX,
  signedManifest,
} from "./manifest.ts";

const PROGRESS_MS = 2_000;

/**
 * Writes a backup of a stack, running or not, into a new file that only its owner can read: the database as
 * it is at one moment, and every image that it names then. The file is there whole or not at all. Throws
 * CommandError `file_exists`, and `object_missing` if the store has lost an image.
 *
 * @returns `data_keys`: ids of the master keys that a restore needs; they are not in the backup.
 */
export async function createBackup(files: Layout, file: string, report: (line: string) => void) {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new CommandError("file_exists", `${file} exists; name a new file`);
  const draft = await mkdtemp(`${file}.`).catch((error: NodeJS.ErrnoException) => {
    throw unusable("file_unwritable", file, error);
  });
  try {
    const made_at = new Date().toISOString();
    const snapshot = join(draft, DATABASE_NAME);
    report("copying the database");
    copyDatabase(files.database, snapshot);
    const archive = join(draft, "archive");
    const { entries, data_keys } = await archiveOf(files, snapshot, archive, made_at, report);
    await rename(archive, file);
    const { size: bytes } = await stat(file);
    return { file, bytes, made_at, objects: entries.length - 1, data_keys };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function archiveOf(
  { database, media, secrets }: Layout,
  snapshot: string,
  archive: string,
  made_at: string,
  report: (line: string) => void,
): Promise<ManifestBody> {
  const ring = await ringOf(await loadSecrets(secrets));
  const { keys, objectKeys, migrations } = factsOf(snapshot);
  const { size } = await stat(snapshot);
  const bucket = await openBucketFiles(media);
  const progress = progressOf(objectKeys.length, report);
  const erased: string[] = [];
  try {
    return await writeArchive(archive, async (add) => {
      const entries: Entry[] = [await add(DATABASE_NAME, size, createReadStream(snapshot))];
      for (const key of objectKeys) {
        const content = await bucket.get(key);
        if (content === null) erased.push(key);
        else entries.push(await add(OBJECT_PREFIX + key, content.length, [content]));
        progress();
      }
      requireErased(database, erased);
      const body: ManifestBody = {
        format: "selfsame backup 1",
        made_at,
        data_keys: keys,
        migrations,
        entries,
        erased_meanwhile: erased,
      };
      const manifest = await signedManifest(body, ring);
      await add(MANIFEST_NAME, manifest.length, [manifest]);
      return body;
    });
  } finally {
    bucket.close();
  }
}

/** Keys, images and schema of a database copy. */
const factsOf = (snapshot: string) =>
  readingOnly(snapshot, (database) => ({
    keys: column(database, "select distinct master_key_id from wrapped_keys order by 1"),
    objectKeys: column(
      database,
      "select distinct object_key from media_objects where state = 'kept' order by object_key",
    ),
    migrations: Number(column(database, "select count(*) from __drizzle_migrations")[0]),
  }));

/** Throws if the database still names one of these images, which the store does not have. */
function requireErased(file: string, objectKeys: readonly string[]): void {
  readingOnly(file, (database) => {
    const find = database.prepare("select 1 from media_objects where object_key = ? and state = 'kept'");
    const lost = objectKeys.filter((key) => find.get([key]) !== undefined);
    if (lost.length === 0) return;
    throw new CommandError(
      "object_missing",
      `the store has lost ${lost.length} images, the first ${lost[0]}`,
    );
  });
}

/** Reports every two seconds how many of the images are done. */
export function progressOf(total: number, report: (line: string) => void): () => void {
  let done = 0;
  let reportedAt = Date.now();
  return () => {
    done++;
    if (done !== total && Date.now() < reportedAt + PROGRESS_MS) return;
    reportedAt = Date.now();
    report(`images: ${done} of ${total}`);
  };
}
