import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { en } from "../../capture/text/en.ts";
import { bundledForBrowsers, writeModule } from "./built.ts";

const CAPTURE = join(import.meta.dirname, "../../capture");

/** Languages with a file of their own; English comes with the script. */
const LOADED_LANGUAGES = ["de", "fr", "es", "pt", "ar"];

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

/** Builds the capture page into one module that the Worker's bundle takes in (`#capture`). */
async function buildCapture(): Promise<void> {
  const files: Record<string, { type: string; body: string; gzip: string }> = {};
  const add = async (entry: string, extension: string, define: Record<string, string> = {}) =>
    keep(entry, extension, await bundledForBrowsers("capture", entry, define));
  const keep = (entry: string, extension: string, body: string) => {
    const digest = createHash("sha256").update(body).digest("hex").slice(0, 16);
    const name = `${entry.split("/").at(-1)!.split(".")[0]}-${digest}.${extension}`;
    files[name] = { type: TYPES[extension]!, body, gzip: gzipSync(body, { level: 9 }).toString("base64") };
    return name;
  };
  const style = await add("theme/page.css", "css");
  // Without an icon of its own the page makes browsers request /favicon.ico and report an error.
  const icon = keep("icon", "svg", await readFile(join(CAPTURE, "theme/icon.svg"), "utf8"));
  const worker = await add("quality/worker.ts", "js");
  const texts: Record<string, string> = {};
  for (const locale of LOADED_LANGUAGES) {
    const { texts: catalogue } = await import(`../../capture/text/${locale}.ts`);
    // The texts in English's order: the script has the keys.
    const list = JSON.stringify(Object.keys(en).map((key) => catalogue[key]));
    texts[locale] = `/verify/assets/${keep(locale, "js", `export const texts=${list};`)}`;
  }
  const script = await add("main.tsx", "js", {
    WORKER_URL: JSON.stringify(`/verify/assets/${worker}`),
    TEXT_URLS: JSON.stringify(texts),
  });
  await writeModule("capture", { script, style, icon, files });
}

await buildCapture();
