import { join } from "node:path";
import { build } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");

/** A module of the repository, or one that imports from its root, as a browser takes it: minified. */
export async function bundled(
  source: { readonly entry: string } | { readonly code: string },
): Promise<string> {
  const input =
    "entry" in source
      ? { entryPoints: [join(ROOT, source.entry)] }
      : { stdin: { contents: source.code, resolveDir: ROOT, loader: "ts" as const } };
  const { outputFiles } = await build({
    ...input,
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}
