import { randomBytes } from "node:crypto";
import { createWriteStream, readdirSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import type { KeyRing } from "../../edge/crypto/key-ring.ts";
import { verifyAudit } from "../../edge/store/audit/audit.ts";
import type { Database as Client } from "../../edge/store/batch.ts";
import { openDatabase } from "../../edge/store/database.ts";
import { listTenants } from "../../edge/store/tenancy/tenants.ts";
import { startHranaServer } from "../hrana/server.ts";
import { BackupError } from "./error.ts";
import { DATABASE_NAME, MANIFEST_NAME, type ManifestBody, OBJECT_PREFIX, openManifest } from "./manifest.ts";
import { column, readingOnly } from "./read-only.ts";
import { ArchiveError, type Entry, readTar } from "./tar.ts";

const MIGRATIONS = fileURLToPath(new URL("../../drizzle/migrations", import.meta.url));

/** Gets each picture of a backup, still sealed. */
type TakeObject = (key: string, content: Buffer) => Promise<void>;

/**
 * Reads a whole backup: its database goes into the file at `databasePath`, each picture to `takeObject`.
 * Then checks every digest, the signature, the master keys, the database itself, that rows and pictures name
 * each other, and the audit log of every tenant. Throws BackupError for the first that does not hold.
 */
export async function readBackup(
  file: string,
  ring: KeyRing,
  databasePath: string,
  takeObject: TakeObject,
): Promise<ManifestBody> {
  let manifestText = "";
  const entries = await readTar(file, async (name, _size, content) => {
    if (name === DATABASE_NAME) {
      await pipeline(content, createWriteStream(databasePath, { flags: "wx", mode: 0o600 }));
    } else if (name === MANIFEST_NAME) {
      manifestText = (await wholeOf(content)).toString("utf8");
    } else if (name.startsWith(OBJECT_PREFIX)) {
      await takeObject(name.slice(OBJECT_PREFIX.length), await wholeOf(content));
    } else throw new ArchiveError(`${name} does not belong to a backup`);
  }).catch((error: unknown) => {
    throw error instanceof ArchiveError ? new BackupError("backup_damaged", error.message) : error;
  });
  const body = await acceptedManifest(manifestText, ring);
  requireSame(entries.slice(0, -1), body.entries);
  checkDatabase(databasePath, body);
  return body;
}

async function acceptedManifest(text: string, ring: KeyRing): Promise<ManifestBody> {
  const manifest = await openManifest(text, ring);
  if (manifest === null)
    throw new BackupError("backup_damaged", "there is no manifest: the file is not whole");
  const { body, fault } = manifest;
  if (fault === "altered")
    throw new BackupError("backup_altered", "no master key of this stack signed the manifest");
  const known = new Set(ring.all.map(({ id }) => id));
  const needed = [...body.data_keys, ...(fault === null ? [] : [fault.missingKey])];
  const missing = [...new Set(needed)].filter((id) => !known.has(id));
  if (missing.length > 0) {
    throw new BackupError(
      "data_key_missing",
      `DATA_KEYS (of a stack: in secrets.json) lacks ${missing.join(", ")}`,
    );
  }
  if (body.migrations > readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql")).length) {
    throw new BackupError("backup_too_new", "a newer release made it");
  }
  return body;
}

function requireSame(read: readonly Entry[], told: readonly Entry[]): void {
  const lineOf = ({ name, size, sha256 }: Entry) => `${sha256} ${size} ${name}`;
  const at = read.findIndex((entry, i) => told[i] === undefined || lineOf(entry) !== lineOf(told[i]));
  if (at === -1 && read.length === told.length) return;
  const name = read[at]?.name ?? told[read.length]?.name;
  throw new BackupError("backup_damaged", `${name} is not as the manifest says`);
}

/** The database is sound, and every picture of the backup is named by a row and the other way round. */
function checkDatabase(path: string, body: ManifestBody): void {
  readingOnly(path, (database) => {
    const [verdict] = column(database, "pragma integrity_check");
    if (verdict !== "ok") throw new BackupError("backup_damaged", `the database: ${verdict}`);
    const kept = column(database, "select distinct object_key from media_objects where state = 'kept'");
    const named = new Set(kept);
    const held = body.entries.slice(1).map(({ name }) => name.slice(OBJECT_PREFIX.length));
    const stray = held.find((key) => !named.delete(key));
    if (stray !== undefined) throw new BackupError("backup_damaged", `no row names the picture ${stray}`);
    for (const key of body.erased_meanwhile) named.delete(key);
    if (body.database_only) return;
    const [lost] = named;
    if (lost !== undefined) throw new BackupError("backup_damaged", `the picture ${lost} is missing`);
  });
}

/** Runs work on a database file that nobody else has open, through a server of its own with its own token. */
export async function onDatabaseFile<T>(
  file: string,
  work: (db: Client, url: string, authToken: string) => Promise<T>,
): Promise<T> {
  const authToken = randomBytes(32).toString("base64url");
  const server = await startHranaServer({ file, port: 0, authToken });
  try {
    return await work(openDatabase(server.url, authToken), server.url, authToken);
  } finally {
    await server.close();
  }
}

/** Checks the hash chain of every tenant's audit log. Returns the number of tenants. */
export async function checkAudit(db: Client): Promise<number> {
  const tenants = await listTenants(db);
  for (const { id } of tenants) {
    const { fault } = await verifyAudit(db, id, null);
    if (fault !== null)
      throw new BackupError("backup_altered", `the audit log of ${id}: entry ${fault.n} is ${fault.problem}`);
  }
  return tenants.length;
}

async function wholeOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
