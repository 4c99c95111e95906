import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");
const BUILT = join(ROOT, ".local/capture");

/** Languages with a file of their own; English comes with the script. */
const LOADED_LANGUAGES = ["de", "fr", "es", "pt", "ar"];

/** Browsers from 2024 on; Firefox ESR 140 is the oldest that is tried. */
const TARGET = ["chrome123", "firefox140", "safari17.5"];

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

/**
 * Builds the capture page into one module that the Worker's bundle takes in (`#capture`). The same sources
 * give the same bytes. Builds may run side by side: each writes a file of its own and moves it into place.
 */
async function buildCapture(): Promise<void> {
  const files: Record<string, { type: string; body: string }> = {};
  const add = async (entry: string, extension: string, define: Record<string, string> = {}) => {
    const { outputFiles } = await build({
      entryPoints: [join(ROOT, "capture", entry)],
      tsconfig: join(ROOT, "capture/tsconfig.json"),
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      target: TARGET,
      define,
      logLevel: "error",
    });
    return keep(entry, extension, outputFiles[0]!.text);
  };
  const keep = (entry: string, extension: string, body: string) => {
    const digest = createHash("sha256").update(body).digest("hex").slice(0, 16);
    const name = `${entry.split("/").at(-1)!.split(".")[0]}-${digest}.${extension}`;
    files[name] = { type: TYPES[extension]!, body };
    return name;
  };
  const style = await add("theme/page.css", "css");
  // Without one of its own a browser asks for /favicon.ico, and complains.
  const icon = keep("icon", "svg", await readFile(join(ROOT, "capture/theme/icon.svg"), "utf8"));
  const worker = await add("quality/worker.ts", "js");
  const texts: Record<string, string> = {};
  for (const locale of LOADED_LANGUAGES) {
    texts[locale] = `/verify/assets/${await add(`text/${locale}.ts`, "js")}`;
  }
  const script = await add("main.tsx", "js", {
    WORKER_URL: JSON.stringify(`/verify/assets/${worker}`),
    TEXT_URLS: JSON.stringify(texts),
  });
  await mkdir(BUILT, { recursive: true });
  const draft = join(BUILT, `files-${process.pid}.js`);
  await writeFile(draft, `export default ${JSON.stringify({ script, style, icon, files })};\n`);
  await rename(draft, join(BUILT, "files.js"));
}

await buildCapture();
