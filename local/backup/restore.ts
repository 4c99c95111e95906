import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openMedia } from "../../edge/media/media.ts";
import { openBucket } from "../edge/bucket.ts";
import { migrateDatabase } from "../migrate.ts";
import { readJson } from "../stack/files.ts";
import { type Layout, layout } from "../stack/layout.ts";
import { FolderInUseError, lockFolder } from "../stack/lock.ts";
import { loadSecrets, ringOf, type StackSecrets } from "../stack/secrets.ts";
import { checkAudit, onDatabaseFile, readBackup } from "./check.ts";
import { progressOf } from "./create.ts";
import { type Erasure, eraseAgain, erasuresIn } from "./erasures.ts";
import { BackupError } from "./error.ts";

interface RestoreOptions {
  /** Whether what is in the folder may be set aside. */
  readonly force: boolean;
  /** Erasures that are known from outside the folder. */
  readonly erasures: readonly Erasure[];
  tell(line: string): void;
}

/**
 * Checks a backup as a whole: digests, signature, keys, database, pictures and audit logs. Writes only into a
 * folder of its own, which it removes.
 */
export async function verifyBackup(dataFolder: string, file: string) {
  const ring = await ringOf(await secretsOf(layout(dataFolder)));
  const draft = await mkdtemp(join(dataFolder, "backup-"));
  try {
    const database = join(draft, "selfsame.db");
    const body = await readBackup(file, ring, database, async () => undefined);
    const tenants = await onDatabaseFile(database, checkAudit);
    const { made_at, data_keys, entries } = body;
    return { file, verified: true, made_at, data_keys, tenants, objects: entries.length - 1 };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Puts a backup into a data folder on which no stack runs, once all of it has been checked. The folder must
 * have the stack's `secrets.json` and no database, unless `force`: then what is there is set aside. Erases
 * again whom the folder's own audit log, or a given one, says were erased since the backup was made.
 */
export async function restoreBackup(dataFolder: string, file: string, options: RestoreOptions) {
  const files = layout(dataFolder);
  const secrets = await secretsOf(files);
  const unlock = await lockFolder(dataFolder).catch((error: unknown) => {
    if (error instanceof FolderInUseError) throw new BackupError("stack_running", error.message);
    throw error;
  });
  try {
    const used = await presentOf([files.database, files.media]);
    if (used.length > 0 && !options.force) {
      throw new BackupError(
        "folder_not_empty",
        `${used.join(" and ")} would be replaced; --force sets it aside`,
      );
    }
    return await restoreLocked(files, secrets, file, options);
  } finally {
    unlock();
  }
}

async function restoreLocked(files: Layout, secrets: StackSecrets, file: string, options: RestoreOptions) {
  const { tell } = options;
  const draft = await mkdtemp(join(dirname(files.database), "backup-"));
  try {
    const fresh = layout(draft);
    tell("checking the backup");
    const ring = await ringOf(secrets);
    await mkdir(fresh.media, { mode: 0o700 });
    const bucket = await openBucket(fresh.media);
    try {
      const progress = progressOf("pictures", null, tell);
      const body = await readBackup(file, ring, fresh.database, async (key, content) => {
        await bucket.put(key, content);
        progress();
      });
      const madeAt = Date.parse(body.made_at);
      const [old] = await presentOf([files.database]);
      const known = [...(old === undefined ? [] : erasuresIn(old)), ...options.erasures];
      // Somebody who was erased earlier and came back is in the backup by right.
      const erasures = known.filter(({ at }) => at >= madeAt);
      const media = await openMedia(bucket, ring, "http://localhost");
      const erasedAgain = await onDatabaseFile(fresh.database, async (db, url, authToken) => {
        await checkAudit(db);
        await migrateDatabase(url, authToken);
        return eraseAgain({ db, media, file: fresh.database, secrets }, erasures);
      });
      await bucket.close();
      const replaced = await swap(files, fresh);
      return {
        restored: file,
        made_at: body.made_at,
        objects: body.entries.length - 1,
        erased_again: erasedAgain,
        replaced,
      };
    } finally {
      await bucket.close();
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Puts the fresh database and store in their places. What was there goes into a folder, which is named. */
async function swap(files: Layout, fresh: Layout): Promise<string | null> {
  const present = await presentOf([
    files.database,
    `${files.database}-wal`,
    `${files.database}-shm`,
    files.media,
  ]);
  const folder = dirname(files.database);
  const aside =
    present.length === 0 ? null : join(folder, `replaced-${new Date().toISOString().replaceAll(":", "")}`);
  if (aside !== null) {
    await mkdir(aside, { mode: 0o700 });
    for (const path of present) await rename(path, join(aside, path.slice(folder.length + 1)));
  }
  await rename(fresh.media, files.media);
  await rename(fresh.database, files.database);
  return aside;
}

async function secretsOf(files: Layout): Promise<StackSecrets> {
  if ((await readJson(files.secrets)) !== undefined) return loadSecrets(files.secrets);
  throw new BackupError(
    "secrets_missing",
    `a backup does not hold the keys: put the stack's secrets.json into ${dirname(files.secrets)} first`,
  );
}

async function presentOf(paths: readonly string[]): Promise<string[]> {
  const [first] = paths;
  const names = first === undefined ? [] : await readdir(dirname(first));
  return paths.filter((path) => names.includes(path.slice(dirname(path).length + 1)));
}
