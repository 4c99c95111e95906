import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat, writeFile } from "node:fs/promises";
import { sealingKeyOf } from "../../edge/crypto/vault.ts";
import { openBucketFiles } from "../edge/bucket.ts";
import { wipeFile } from "../hrana/leftovers.ts";
import type { Layout } from "../stack/layout.ts";
import { loadSecrets, ringOf } from "../stack/secrets.ts";
import { BackupError } from "./error.ts";
import {
  DATABASE_NAME,
  MANIFEST_NAME,
  type ManifestBody,
  OBJECT_PREFIX,
  signedManifest,
} from "./manifest.ts";
import { column, readingOnly } from "./read-only.ts";
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
 * Writes a backup of a stack, which may run, into a new file that only its owner can read: the database as it
 * is at one moment, and every picture that it names then. The file is there whole or not at all.
 */
export async function createBackup(
  files: Layout,
  file: string,
  tell: (line: string) => void,
): Promise<Backup> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const snapshot = `${draft}.db`;
  try {
    const madeAt = new Date().toISOString();
    tell("copying the database");
    await copyDatabase(files.database, snapshot);
    const output = await open(draft, "wx", 0o600);
    const body = await writeArchive(files, snapshot, new TarWriter(output), madeAt, tell).finally(() =>
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

/** Copies the database as it is at one moment. Writers go on: the copy reads beside the write-ahead log. */
async function copyDatabase(from: string, to: string): Promise<void> {
  // VACUUM INTO takes an empty file, and so the mode of this one.
  await writeFile(to, "", { flag: "wx", mode: 0o600 });
  readingOnly(from, (source) => source.prepare("vacuum into ?").run([to]));
  // The copy has pages that were full of rows before they became a tree's inner ones. Of a restored copy no
  // later erasure would reach these, since nothing writes to them.
  wipeFile(to);
}

async function writeArchive(
  files: Layout,
  snapshot: string,
  archive: TarWriter,
  madeAt: string,
  tell: (line: string) => void,
): Promise<ManifestBody> {
  const ring = await ringOf(await loadSecrets(files.secrets));
  const { keys, objectKeys, migrations } = factsOf(snapshot);
  const sealedBy = new Set(keys);
  const { size } = await stat(snapshot);
  const entries: Entry[] = [await archive.add(DATABASE_NAME, size, createReadStream(snapshot))];
  const erased: string[] = [];
  const bucket = await openBucketFiles(files.media);
  const progress = progressOf("pictures", objectKeys.length, tell);
  for (const key of objectKeys) {
    const content = await bucket.get(key);
    if (content === null) erased.push(key);
    else {
      entries.push(await archive.add(OBJECT_PREFIX + key, content.length, [content]));
      // It may have been turned since the copy.
      const keyId = sealingKeyOf(content);
      if (keyId !== null) sealedBy.add(keyId);
    }
    progress();
  }
  bucket.close();
  requireErased(files.database, erased);
  const body: ManifestBody = {
    format: "selfsame backup 1",
    made_at: madeAt,
    data_keys: [...sealedBy].sort(),
    migrations,
    entries,
    erased_meanwhile: erased,
  };
  const manifest = await signedManifest(body, ring);
  await archive.add(MANIFEST_NAME, manifest.length, [manifest]);
  await archive.end();
  return body;
}

/** Throws where the store has lost a picture that the stack's database still names. */
function requireErased(file: string, objectKeys: readonly string[]): void {
  readingOnly(file, (database) => {
    const find = database.prepare("select 1 from media_objects where object_key = ? and state = 'kept'");
    const lost = objectKeys.filter((key) => find.get([key]) !== undefined);
    if (lost.length === 0) return;
    throw new BackupError(
      "object_missing",
      `${lost.length} pictures are lost from the store, the first ${lost[0]}`,
    );
  });
}

/** What a copy of the database says of keys, pictures and its schema. */
const factsOf = (snapshot: string) =>
  readingOnly(snapshot, (database) => ({
    keys: column(database, "select id from data_keys where retired_at is null"),
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
