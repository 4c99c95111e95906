import { existsSync, readdirSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { folderFault, folderPath } from "../inference/settings/files.ts";

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

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** What is wrong with a folder in which nothing can be written. */
export const unwritable = (path: string, code = "SQLITE_CANTOPEN"): string =>
  folderFault(path) ?? `${path} is not a writable folder (${code})`;

/** What a folder has in which a stack or an edge has run, or for which a command has brought something. */
const OURS = [
  ...["running.lock", "secrets.json", "models", "media/r2", "bundle/options.json"],
  ...["compile-cache", "capture"],
];

/** The path of a program's data folder: a new or empty one, or one in which it has run. */
export const dataFolder = folderPath.superRefine((path, context) => {
  const [first, ...others] = entriesOf(path);
  if (first === undefined || OURS.some((name) => existsSync(join(path, name)))) return;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const message = `${path} is in other use: it holds ${first}${more}. Choose a new or empty folder, or one of an earlier start`;
  context.addIssue({ code: "custom", message });
});

/** What a folder holds, but for hidden files and what a file system of its own brings. */
function entriesOf(path: string): string[] {
  try {
    return readdirSync(path)
      .filter((name) => !name.startsWith(".") && name !== "lost+found")
      .sort();
  } catch {
    // What cannot be read is named by the rule of paths, or when something is written there.
    return [];
  }
}
