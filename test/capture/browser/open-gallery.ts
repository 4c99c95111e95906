import { join } from "node:path";
import { build } from "esbuild";
import { afterAll } from "vitest";
import { openBrowser } from "../../dashboard/browser/browser.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** The capture page's screens without a service, in a browser of the test file's own. */
export async function openGallery(complaints: string[] = []) {
  const browser = await openBrowser();
  afterAll(() => browser.close());
  const page = await browser.newPage({ reducedMotion: "reduce" });
  page.setDefaultTimeout(5_000);
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.setContent(await galleryHtml());
  const call = <T>(name: string, ...given: readonly unknown[]) =>
    page.evaluate<T>(`gallery.${name}(${given.map((each) => JSON.stringify(each))})`);
  return {
    browser,
    page,
    /** The number of the first screen of a name, and of a reason if one is given. */
    find: (screen: string, ...why: readonly string[]) => call<number>("find", screen, ...why),
    /** Shows a screen, and returns its name. */
    show: (at: number, locale: string, setting = "plain") => call<string>("show", at, locale, setting),
    /** The service returns the verification's state. */
    answerWith: (situation: object) => call("answer", { type: "situation_read", task: 0, situation }),
  };
}

/** A page with the screens and no service: its style and script are inline. */
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
