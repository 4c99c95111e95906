import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing. Throws the system's error if that is not possible:
 * `mkdir` with `recursive` would not return where a folder accepts no entry although it is there, as `/proc`.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await isFolder(path))) return;
    const above = dirname(path);
    if (code !== "ENOENT" || above === path || (await isFolder(above))) throw error;
    await makeFolder(above, mode);
    await mkdir(path, { mode });
  }
}

/** What is wrong with the folder of a setting, after its name and path. */
export const folderFault = (code = "SQLITE_CANTOPEN"): string =>
  code === "EEXIST" ? "is a file, not a folder" : `is not a writable folder (${code})`;

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
