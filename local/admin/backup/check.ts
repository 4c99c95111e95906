import { createHash } from "node:crypto";
import { createReadStream, readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import type { KeyRing } from "../../../edge/crypto/key-ring.ts";
import { verifyAudit } from "../../../edge/store/audit/audit.ts";
import { SERVICE_CHAIN } from "../../../edge/store/audit/chain.ts";
import type { Database } from "../../../edge/store/batch.ts";
import { listTenants } from "../../../edge/store/tenancy/tenants.ts";
import { CommandError } from "../command.ts";
import { damaged, type Entry, extractArchive } from "./archive.ts";
import { column, onDatabaseFile, readingOnly } from "./database-file.ts";
import { DATABASE_NAME, MANIFEST_NAME, type ManifestBody, OBJECT_PREFIX, openManifest } from "./manifest.ts";

const MIGRATIONS = fileURLToPath(new URL("../../../drizzle/migrations", import.meta.url));

/** Checks a backup as a whole, in a folder of its own within `parent`, which it removes. */
export async function verifyBackup(ring: KeyRing, parent: string, file: string) {
  const draft = await mkdtemp(join(parent, "backup-"));
  try {
    const body = await readBackup(file, ring, draft);
    const tenants = await onDatabaseFile(join(draft, DATABASE_NAME), checkAudit);
    const { made_at, data_keys, entries } = body;
    return { file, verified: true, made_at, data_keys, tenants, objects: entries.length - 1 };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Reads a backup into an empty folder and checks signature, master keys, every digest, the database, and that
 * rows and images name each other. Throws CommandError for the first that does not hold.
 */
export async function readBackup(file: string, ring: KeyRing, folder: string): Promise<ManifestBody> {
  const names = await extractArchive(file, folder, isNameOfBackup);
  if (!names.has(MANIFEST_NAME)) throw damaged("there is no manifest: the file is not whole");
  const body = await acceptedManifest(await readFile(join(folder, MANIFEST_NAME), "utf8"), ring);
  const expected = new Set([MANIFEST_NAME, ...body.entries.map(({ name }) => name)]);
  const stray = [...names].find((name) => !expected.has(name));
  if (stray !== undefined) throw damaged(`${stray} is not in the manifest`);
  for (const entry of body.entries) await checkEntry(folder, entry, names);
  checkDatabase(join(folder, DATABASE_NAME), body);
  return body;
}

const isNameOfBackup = (name: string) =>
  name === DATABASE_NAME || name === MANIFEST_NAME || name.startsWith(OBJECT_PREFIX);

async function acceptedManifest(text: string, ring: KeyRing): Promise<ManifestBody> {
  const manifest = await openManifest(text, ring);
  if (manifest === null) throw damaged("the manifest cannot be read");
  const { body, fault } = manifest;
  if (fault === "altered")
    throw new CommandError("backup_altered", "no master key of this stack signed the manifest");
  const known = new Set(ring.all.map(({ id }) => id));
  const needed = [...body.data_keys, ...(fault === null ? [] : [fault.missingKey])];
  const missing = [...new Set(needed)].filter((id) => !known.has(id));
  if (missing.length > 0) {
    throw new CommandError("data_key_missing", `secrets.json lacks ${missing.join(", ")} in DATA_KEYS`);
  }
  if (body.migrations > readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql")).length) {
    throw new CommandError("backup_too_new", "a newer release made it: restore it with that release");
  }
  return body;
}

async function checkEntry(folder: string, { name, size, sha256 }: Entry, names: ReadonlySet<string>) {
  if (!names.has(name)) throw damaged(`${name} is missing`);
  const path = join(folder, name);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  if ((await stat(path)).size === size && hash.digest("hex") === sha256) return;
  throw damaged(`${name} differs from the manifest`);
}

/** The database is sound, and every image of the backup is named by a row and the other way round. */
function checkDatabase(path: string, body: ManifestBody): void {
  readingOnly(path, (database) => {
    const [verdict] = column(database, "pragma integrity_check");
    if (verdict !== "ok") throw damaged(`the database: ${verdict}`);
    const kept = column(database, "select distinct object_key from media_objects where state = 'kept'");
    const named = new Set(kept);
    const stray = objectKeysOf(body).find((key) => !named.delete(key));
    if (stray !== undefined) throw damaged(`no row names the image ${stray}`);
    for (const key of body.erased_meanwhile) named.delete(key);
    const [lost] = named;
    if (lost !== undefined) throw damaged(`the image ${lost} is missing`);
  });
}

/** The keys of a backup's images. */
export const objectKeysOf = ({ entries }: ManifestBody): string[] =>
  entries.slice(1).map(({ name }) => name.slice(OBJECT_PREFIX.length));

/** Checks the hash chains of every tenant's audit log, and the service's. Returns the number of tenants. */
export async function checkAudit(db: Database): Promise<number> {
  const tenants = await listTenants(db);
  for (const id of [...tenants.map((tenant) => tenant.id), SERVICE_CHAIN]) {
    const { fault } = await verifyAudit(db, id, null);
    if (fault === null) continue;
    throw new CommandError("backup_altered", `the audit log of ${id}: entry ${fault.n} is ${fault.problem}`);
  }
  return tenants.length;
}
