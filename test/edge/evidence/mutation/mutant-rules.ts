import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "../../../..");
const EDGE = join(ROOT, "edge");

/** A folder of `edge/` whose files are mutated: those that are copied, and those that are loaded. */
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
  const rules = join(root, "edge", folder);
  try {
    await mkdir(rules, { recursive: true });
    await symlink(join(ROOT, "vocabulary"), join(root, "vocabulary"));
    for (let at = folder; at !== "."; at = dirname(at)) await linkBeside(at, root);
    for (const name of await readdir(join(EDGE, folder))) {
      const [from, to] = [join(EDGE, folder, name), join(rules, name)];
      if (!copied.includes(name)) await symlink(from, to);
      else await writeFile(to, mutate(mutant, name, await readFile(from, "utf8")));
    }
    const load = (name: string) => import(pathToFileURL(join(rules, name)).href);
    return use(Object.assign({}, ...(await Promise.all(loaded.map(load)))));
  } finally {
    await rm(root, { recursive: true });
  }
}

/** Links what lies beside a folder of `edge/`. */
async function linkBeside(folder: string, root: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(join(EDGE, parent))) {
    const isLeftOut = join(parent, name) === folder || name === "tsconfig.json";
    if (!isLeftOut) await symlink(join(EDGE, parent, name), join(root, "edge", parent, name));
  }
}

const mutate = ({ file, find, replace }: Broken, name: string, source: string) =>
  name === file ? source.replace(find, () => replace) : source;
