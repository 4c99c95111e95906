import { join } from "node:path";
import { build } from "esbuild";

const ROOT = join(import.meta.dirname, "../../..");

/** A page with the capture page's screens and no service: its style and script are inline. */
export async function galleryHtml(): Promise<string> {
  const bundle = async (entry: string) => {
    const { outputFiles } = await build({
      entryPoints: [join(ROOT, entry)],
      tsconfig: join(ROOT, "capture/tsconfig.json"),
      bundle: true,
      write: false,
      charset: "ascii",
      // The camera code does not run here, so no web worker is started.
      define: { WORKER_URL: '""' },
      logLevel: "error",
    });
    return outputFiles[0]!.text;
  };
  const [style, script] = await Promise.all([
    bundle("capture/theme/page.css"),
    bundle("test/capture/gallery/gallery.tsx"),
  ]);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>${style}</style><body><div id="page"></div><script>${script}</script></body></html>`;
}
