import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

const FOREIGN = new Set([".git", ".local", ".wrangler", "dist", "gen", "node_modules"]);

/** A text file of the repository, its path from the root. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Every matching file of the repository, without packages and generated files. */
export function textFiles(pattern: string): TextFile[] {
  const exclude = (name: string) => FOREIGN.has(name.split("/").at(-1)!);
  const paths = globSync(pattern, { cwd: ROOT, exclude });
  return paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}
