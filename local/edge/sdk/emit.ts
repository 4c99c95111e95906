import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../../..");

/** The projects of each package, in the order in which they are emitted. */
const PROJECTS = {
  client: ["sdk/client", "sdk/client/browser"],
  embed: ["sdk/embed"],
  server: ["sdk/server"],
} as const;

export type PackageName = keyof typeof PROJECTS;

/** Types keep their comments, which editors show; the code does without, since everybody loads it. */
const PASSES = [["--emitDeclarationOnly"], ["--declaration", "false", "--removeComments"]] as const;

/** Writes a package's modules and their types into a folder. Throws with the compiler's complaints. */
export async function emitPackage(name: PackageName, folder: string): Promise<void> {
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  for (const project of PROJECTS[name]) {
    const args = [tsc, "-p", join(ROOT, project), "--outDir", folder];
    await Promise.all(
      PASSES.map((flags) => promisify(execFile)(process.execPath, [...args, ...flags], { cwd: ROOT })),
    );
  }
}
