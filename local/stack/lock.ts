import { join } from "node:path";
import Database from "libsql";
import { makeFolder, unwritable } from "../folder.ts";

/** Another live process holds the lock of the data folder. */
export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
  readonly code = "stack_running";
}

/**
 * Locks the data folder for this process, until the returned function unlocks it. Throws FolderInUseError if
 * another live process holds the lock. It is an operating system lock on an SQLite file: it ends with its
 * process, however that ends. A process id would prove nothing, because another process may have the same one
 * by now.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const lock = await openLock(folder);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    throw new FolderInUseError(`a stack already runs on ${folder}; stop it, or set SELFSAME_DATA`);
  }
  return () => void lock.close();
}

async function openLock(folder: string): Promise<Database.Database> {
  try {
    await makeFolder(folder, 0o700);
    return new Database(join(folder, "running.lock"), { timeout: 0 });
  } catch (cause) {
    const { code } = cause as { code?: string };
    const remedy = code === "EEXIST" ? "Choose a folder." : "Choose another, or change its owner.";
    const message = `settings: SELFSAME_DATA: ${unwritable(folder, code)}. ${remedy}`;
    throw new Error(message, { cause });
  }
}
