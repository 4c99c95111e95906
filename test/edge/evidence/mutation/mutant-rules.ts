import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Rules } from "../model/play.ts";
import { MUTATED, type Mutant } from "./mutants.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const EDGE = join(ROOT, "edge");
const RULES = join(EDGE, "verification");

/** Files that a mutant's folder copies or omits. */
const LEFT_OUT = ["verification", "tsconfig.json"];

/** How often a mutant's text occurs in the rules: a missing text would change nothing. */
export async function occurrences({ file, find }: Mutant): Promise<number> {
  return (await readFile(join(RULES, file), "utf8")).split(find).length - 1;
}

/** Runs a function on a mutant's rules, loaded from a copy beside links to their imports. */
export async function withMutant<T>(mutant: Mutant, use: (rules: Rules) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "mutant-"));
  const edge = join(folder, "edge");
  const rules = join(edge, "verification");
  try {
    await mkdir(rules, { recursive: true });
    await symlink(join(ROOT, "vocabulary"), join(folder, "vocabulary"));
    for (const name of await readdir(EDGE)) {
      if (!LEFT_OUT.includes(name)) await symlink(join(EDGE, name), join(edge, name));
    }
    for (const name of await readdir(RULES)) {
      const [from, to] = [join(RULES, name), join(rules, name)];
      if (!MUTATED.some((each) => each === name)) await symlink(from, to);
      else await writeFile(to, mutate(mutant, name, await readFile(from, "utf8")));
    }
    const load = (name: string) => import(pathToFileURL(join(rules, name)).href);
    const names = ["machine.ts", "face-match.ts", "review.ts", "returning.ts", "contest.ts"];
    return use(Object.assign({}, ...(await Promise.all(names.map(load)))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const mutate = ({ file, find, replace }: Mutant, name: string, source: string) =>
  name === file ? source.replace(find, () => replace) : source;
