import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { openMedia } from "../../../edge/media/media.ts";
import { operatorContext } from "../../../edge/operations/commit/context.ts";
import { openVault } from "../../../edge/operations/tenants/vault-keys.ts";
import { openBucket } from "../../edge/bucket.ts";
import { migrateDatabase } from "../../migrate.ts";
import { type Layout, layout } from "../../stack/files.ts";
import { FolderInUseError, lockFolder } from "../../stack/lock.ts";
import { loadSecrets, ringOf, type StackSecrets } from "../../stack/secrets.ts";
import { CommandError } from "../command.ts";
import { checkAudit, objectKeysOf, readBackup } from "./check.ts";
import { progressOf } from "./create.ts";
import { onDatabaseFile } from "./database-file.ts";
import { type Erasure, eraseAgain, erasuresIn } from "./erasures.ts";
import { DATABASE_NAME, OBJECT_PREFIX } from "./manifest.ts";

interface RestoreOptions {
  /** Whether existing data in the folder may be set aside. */
  readonly force: boolean;
  /** Erasures that are known from outside the folder. */
  readonly erasures: readonly Erasure[];
  report(line: string): void;
}

/**
 * Restores a checked backup into a data folder on which no stack runs. The folder must have the stack's
 * `secrets.json` and no database, unless `force`: existing data is set aside then. Repeats the erasures since
 * the backup that the folder's own audit log, or a given one, names.
 */
export async function restoreStack(dataFolder: string, file: string, options: RestoreOptions) {
  const files = layout(dataFolder);
  const secrets = await secretsOf(files);
  const unlock = await lockFolder(dataFolder).catch((error: unknown) => {
    throw error instanceof FolderInUseError ? new CommandError("stack_running", error.message) : error;
  });
  const draft = await mkdtemp(join(dataFolder, "backup-"));
  try {
    const used = await presentOf([files.database, files.media]);
    if (used.length > 0 && !options.force) {
      throw new CommandError(
        "folder_not_empty",
        `${used.join(" and ")} would be replaced; --force sets it aside`,
      );
    }
    const known = used.includes(files.database) ? erasuresIn(files.database) : [];
    const all = { ...options, erasures: [...known, ...options.erasures] };
    const restored = await rebuild(file, draft, secrets, all);
    return { restored: file, ...restored, replaced: await swap(files, layout(draft)) };
  } finally {
    await rm(draft, { recursive: true, force: true });
    unlock();
  }
}

/**
 * Creates a backup's database and store in an empty folder, once all of it has been checked: with the newest
 * schema, and without the end users who were erased since.
 */
async function rebuild(file: string, draft: string, secrets: StackSecrets, options: RestoreOptions) {
  options.report("checking the backup");
  const fresh = layout(draft);
  const archive = join(draft, "archive");
  await mkdir(archive);
  const ring = await ringOf(secrets);
  const body = await readBackup(file, ring, archive);
  await rename(join(archive, DATABASE_NAME), fresh.database);
  // The archive's own modes are not signed.
  await chmod(fresh.database, 0o600);
  await mkdir(fresh.media, { mode: 0o700 });
  const bucket = await openBucket(fresh.media);
  try {
    const keys = objectKeysOf(body);
    const progress = progressOf(keys.length, options.report);
    for (const key of keys) {
      const image = join(archive, OBJECT_PREFIX, key);
      await bucket.put(key, await readFile(image));
      await rm(image);
      progress();
    }
    // An end user who was erased earlier and returned belongs in the backup.
    const since = options.erasures.filter(({ at }) => at >= Date.parse(body.made_at));
    const receiptKey = secrets.RECEIPT_SIGNING_JWK;
    const erased_again = await onDatabaseFile(fresh.database, async (db, url, authToken) => {
      await checkAudit(db);
      await migrateDatabase(url, authToken);
      const { serviceKey } = await openVault(operatorContext({ db }, Date.now()), { ring });
      const media = await openMedia(bucket, serviceKey, "http://localhost");
      return eraseAgain({ db, media, file: fresh.database, receiptKey }, since);
    });
    return { made_at: body.made_at, objects: keys.length, erased_again };
  } finally {
    await bucket.close();
  }
}

/** Moves the fresh database and store to their places, and the old ones to a folder. Returns its path. */
async function swap(files: Layout, fresh: Layout): Promise<string | null> {
  const { database, media } = files;
  const present = await presentOf([database, `${database}-wal`, `${database}-shm`, media]);
  const folder = dirname(database);
  const time = new Date().toISOString().replaceAll(":", "");
  const aside = present.length === 0 ? null : join(folder, `replaced-${time}`);
  if (aside !== null) {
    await mkdir(aside, { mode: 0o700 });
    for (const path of present) await rename(path, join(aside, basename(path)));
  }
  await rename(fresh.media, media);
  await rename(fresh.database, database);
  return aside;
}

/** Throws CommandError `secrets_missing` for a folder that lacks the stack's secrets. */
export async function secretsOf(files: Layout): Promise<StackSecrets> {
  if (existsSync(files.secrets)) return loadSecrets(files.secrets);
  throw new CommandError(
    "secrets_missing",
    `a backup does not hold the keys: put the stack's secrets.json into ${dirname(files.secrets)} first`,
  );
}

/** The existing ones among some paths of a folder. */
async function presentOf(paths: readonly string[]): Promise<string[]> {
  const names = await readdir(dirname(paths[0]!));
  return paths.filter((path) => names.includes(basename(path)));
}
