import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { Film } from "../../../test/capture/browser/film.ts";
import { keyboardPlace } from "../../../test/capture/browser/keyboard.ts";
import { type Place, Visit } from "../../../test/capture/browser/visit.ts";
import { openBrowser } from "../../../test/dashboard/browser/browser.ts";

/** Requests of a page, and its console output. */
interface Seen {
  /** Everything that others could read: addresses, the console, storage. */
  readonly open: readonly string[];
  /** Console output and uncaught errors. */
  readonly said: readonly string[];
  /** Secrets that the page received. */
  readonly secrets: readonly string[];
  readonly bytesUp: number;
}

/** A phone's width, and tall enough to show each screen whole. */
const VIEWPORT = { width: 420, height: 860 };

/** All that is stored as text, for the browser to run. */
const STORED = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])";

/** A scene without a document or a face. */
export const EMPTY_TABLE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6" fill="grey"/></svg>',
);

/** Calls whose answer contains a secret, and its place there. */
const SECRETS: Readonly<Record<string, string>> = {
  "/v1/capture/sessions": "session_token",
  "/v1/liveness/challenges": "challenge_token",
};

/**
 * Chromium with a file as its camera.
 *
 * @param hands How a person presses the page's buttons.
 */
export async function openChromium(hands: "mouse" | "keyboard") {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-walk-"));
  const film = new Film(join(folder, "camera.y4m"));
  await film.show(EMPTY_TABLE);
  const browser = await openBrowser([
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${film.path}`,
  ]);
  async function openPage(): Promise<Page> {
    const context = await browser.newContext({ viewport: VIEWPORT, locale: "en" });
    await context.grantPermissions(["camera"]);
    return context.newPage();
  }
  return {
    name: `Chromium ${browser.version()}`,
    film,
    openPage,
    /** A window with a profile of its own. */
    async openWindow() {
      const page = await openPage();
      return {
        visit: new Visit<Place>(hands === "keyboard" ? keyboardPlace(page) : page, film),
        goto: async (url: string) => void (await page.goto(url)),
        seen: observe(page),
        close: () => page.context().close(),
      };
    },
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Chromium = Awaited<ReturnType<typeof openChromium>>;

/** Records the page's requests and its console output. */
function observe(page: Page): () => Promise<Seen> {
  const said: string[] = [];
  const requested: string[] = [];
  const secrets: string[] = [];
  const reading: Promise<unknown>[] = [];
  let bytesUp = 0;
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  page.on("requestfinished", (request) => {
    requested.push(request.url());
    const secret = SECRETS[new URL(request.url()).pathname];
    reading.push(request.allHeaders().then((headers) => (bytesUp += Number(headers["content-length"] ?? 0))));
    if (secret !== undefined) reading.push(readAnswer(secret));
    async function readAnswer(field: string) {
      const answer = await request.response();
      if (answer?.ok()) secrets.push((await answer.json())[field]);
    }
  });
  return async () => {
    await Promise.all(reading);
    return { open: [...requested, ...said, await page.evaluate<string>(STORED)], said, secrets, bytesUp };
  };
}
