import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { exportsOf } from "./exports.ts";
import { type ImportLine, importsOf } from "./imports.ts";
import { parse } from "./syntax.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** A module of the project. Paths are relative to the project's root. */
interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly exports: readonly string[];
}

export interface Import extends ImportLine {
  readonly file: string;
  /** A path in the project, or a package's specifier. */
  readonly target: string;
}

function read(path: string): Source {
  const text = readFileSync(join(ROOT, path), "utf8");
  const program = parse(path, text);
  const imports = importsOf(program, text).map((line) => ({
    ...line,
    file: path,
    target: resolve(path, line),
  }));
  return { path, text, imports, exports: exportsOf(program) };
}

/** A relative specifier, or one of package.json's `imports`, as a path; a package's as it is. */
function resolve(path: string, { specifier }: ImportLine): string {
  if (specifier.startsWith(".")) return relative(ROOT, join(ROOT, dirname(path), specifier));
  return /^#\w+\//.test(specifier) ? specifier.slice(1) : specifier;
}

/** Folders of packages, and of what is generated or built. */
const FOREIGN: readonly string[] = ["node_modules", "gen", "dist"];

/** Every handwritten module, without the files that Buf generates under `proto/`. */
export const SOURCES: readonly Source[] = globSync(
  "{capture,edge,vocabulary,inference,local,drizzle,sdk,test,tools,lab}/**/*.{ts,tsx}",
  {
    cwd: ROOT,
    exclude: (name) => FOREIGN.includes(name.split("/").at(-1)!),
  },
).map(read);

export const IMPORTS: readonly Import[] = SOURCES.flatMap(({ imports }) => imports);

const GENERATED: readonly string[] = ["proto/gen/", "sdk/gen/"];

const PATHS = new Set(SOURCES.map(({ path }) => path));

/** Whether an import leads to a module of the project, the generated ones included. */
export const isInside = ({ target }: Import) =>
  PATHS.has(target) || GENERATED.some((folder) => target.startsWith(folder));

export const say = ({ file, target }: Import) => `${file} → ${target}`;
