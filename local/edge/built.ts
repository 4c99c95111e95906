import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");

/** Browsers from 2024 on; Firefox ESR 140 is the oldest that is tried. */
const TARGET = ["chrome123", "firefox140", "safari17.5"];

/**
 * Bundles one file of the repository for browsers, with the settings of its project. The same sources give
 * the same bytes.
 *
 * @param define Names that the bundle has as constants, each with its expression.
 */
export async function bundledForBrowsers(
  project: string,
  entry: string,
  define: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, project, entry)],
    tsconfig: join(ROOT, project, "tsconfig.json"),
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    // Files are served as UTF-8: an escape is six bytes for a letter of two.
    charset: "utf8",
    target: TARGET,
    define: { ...define },
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}

/**
 * Writes `.local/<folder>/files.js`, a module that the Worker's bundle takes in. Builds may run side by side:
 * each writes a file of its own and moves it into place.
 */
export async function writeModule(folder: string, value: unknown): Promise<void> {
  const path = join(ROOT, ".local", folder);
  await mkdir(path, { recursive: true });
  const draft = join(path, `files-${process.pid}.js`);
  await writeFile(draft, `export default ${JSON.stringify(value)};\n`);
  await rename(draft, join(path, "files.js"));
}
