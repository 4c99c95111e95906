import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readJson } from "../stack/files.ts";
import { type Layout, layout } from "../stack/layout.ts";
import { FolderInUseError, lockFolder } from "../stack/lock.ts";
import { loadSecrets, ringOf, type StackSecrets } from "../stack/secrets.ts";
import { type Erasure, erasuresIn } from "./erasures.ts";
import { BackupError } from "./error.ts";
import { rebuild } from "./rebuild.ts";

interface RestoreOptions {
  /** Whether what is in the folder may be set aside. */
  readonly force: boolean;
  /** Erasures that are known from outside the folder. */
  readonly erasures: readonly Erasure[];
  tell(line: string): void;
}

/**
 * Puts a backup into a data folder on which no stack runs, once all of it has been checked. The folder must
 * have the stack's `secrets.json` and no database, unless `force`: then what is there is set aside. Erases
 * again whom the folder's own audit log, or a given one, says were erased since the backup was made.
 */
export async function restoreStack(dataFolder: string, file: string, options: RestoreOptions) {
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
  const draft = await mkdtemp(join(dirname(files.database), "backup-"));
  try {
    const [old] = await presentOf([files.database]);
    const restored = await rebuild(file, layout(draft), {
      ring: await ringOf(secrets),
      receiptKey: secrets.RECEIPT_SIGNING_JWK,
      erasures: [...(old === undefined ? [] : erasuresIn(old)), ...options.erasures],
      tell: options.tell,
    });
    return { restored: file, ...restored, replaced: await swap(files, layout(draft)) };
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

export async function secretsOf(files: Layout): Promise<StackSecrets> {
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
