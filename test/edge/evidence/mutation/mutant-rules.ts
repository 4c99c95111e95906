import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "../../../..");
const EDGE = join(ROOT, "edge");

/** A folder of `edge/`, and files below it: those that are copied to be mutated, and that are loaded. */
export interface Rulebook {
  readonly folder: string;
  readonly copied: readonly string[];
  readonly loaded: readonly string[];
}

/** One broken rule: `find`, which occurs in the file once, becomes `replace`. */
export interface Broken {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** How often a mutant's text occurs in the rules: a missing text would change nothing. */
export async function occurrences({ folder }: Rulebook, { file, find }: Broken): Promise<number> {
  return (await readFile(join(EDGE, folder, file), "utf8")).split(find).length - 1;
}

/** Runs a function on a mutant's rules, loaded from a copy beside links to their imports. */
export async function withMutant<Rules, T>(
  { folder, copied, loaded }: Rulebook,
  mutant: Broken,
  use: (rules: Rules) => T,
): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), "mutant-"));
  try {
    for (const name of ["vocabulary", "node_modules"]) await symlink(join(ROOT, name), join(root, name));
    const files = copied.map((name) => join(folder, name));
    await copyFolder(".", files, async (path) => {
      const source = await readFile(join(EDGE, path), "utf8");
      const isBroken = path === join(folder, mutant.file);
      const text = isBroken ? source.replace(mutant.find, () => mutant.replace) : source;
      await writeFile(join(root, "edge", path), text);
    });
    const load = (name: string) => import(pathToFileURL(join(root, "edge", folder, name)).href);
    return use(Object.assign({}, ...(await Promise.all(loaded.map(load)))));
  } finally {
    await rm(root, { recursive: true });
  }

  /** Copies the files of a folder of `edge/`, and links what lies beside them. */
  async function copyFolder(
    at: string,
    files: readonly string[],
    copy: (path: string) => Promise<void>,
  ): Promise<void> {
    await mkdir(join(root, "edge", at));
    for (const name of await readdir(join(EDGE, at))) {
      const path = join(at, name);
      if (files.includes(path)) await copy(path);
      else if (files.some((file) => file.startsWith(`${path}/`))) await copyFolder(path, files, copy);
      else if (name !== "tsconfig.json") await symlink(join(EDGE, path), join(root, "edge", path));
    }
  }
}
