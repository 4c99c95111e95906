import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { Film } from "../../../test/capture/browser/film.ts";
import { Visit } from "../../../test/capture/browser/visit.ts";
import { openBrowser } from "../../../test/dashboard/browser/browser.ts";
import { ApiClient } from "../../../test/harness/stack/api-client.ts";
import { startStack } from "../../../test/harness/stack/stack.ts";
import type { Actor } from "./cast.ts";
import type { Walk } from "./walks.ts";

/** A dishonest person gets one try; an honest one may be asked for another picture, as people are. */
const ATTEMPTS = { approved: 3, declined: 1 } as const;
/** More screens than any way through the page has. */
const MOST_SCREENS = 20;

export interface Walked {
  readonly decision: string;
  readonly reasons: readonly string[];
  /** What the server drew, in order. */
  readonly actions: readonly string[];
  /** What the page asked to be changed, in its words. */
  readonly changes: readonly string[];
  /** From the link to the outcome, with what the person needs to press; without what they need to think. */
  readonly ms: number;
  readonly bytesUp: number;
  /** What the console said, and secrets where they must not stand. */
  readonly complaints: readonly string[];
}

/** A stack of its own, and a browser before a camera whose picture is ours. */
export async function openTheatre(environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-walk-"));
  const film = new Film(join(folder, "camera.y4m"));
  await film.show(EMPTY_TABLE);
  const stack = await startStack({ MODELS_PULL: "0", ...environment });
  const browser = await openBrowser([
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${film.path}`,
  ]);
  const client = new ApiClient(stack.facts.api, stack.facts.keys.test);

  /** A new verification of this kind. */
  async function create({ documentType, decision }: Walk, customer: string) {
    const { body } = await client.post("/v1/verifications", {
      customer_ref: customer,
      policy: {
        document_types: [documentType],
        liveness_mode: "challenge",
        max_attempts: ATTEMPTS[decision],
      },
    });
    return { id: body.verification.id as string, url: body.url as string };
  }
  /** A window with a profile of its own. */
  async function openWindow() {
    const context = await browser.newContext({ viewport: { width: 420, height: 860 }, locale: "en" });
    await context.grantPermissions(["camera"]);
    return context.newPage();
  }
  return {
    client,
    film,
    create,
    openWindow,
    /** Walks one person through the page. */
    async walk(walk: Walk, person: Actor, customer: string): Promise<Walked> {
      const { id, url } = await create(walk, customer);
      const page = await openWindow();
      const seen = observe(page, url);
      try {
        const since = performance.now();
        await page.goto(url);
        const changes = await play(new Visit(page, film), person);
        const ms = performance.now() - since;
        const { body } = await client.get(`/v1/verifications/${id}`);
        const reasons = (body.decision_reasons ?? []).map(({ code }: { code: string }) => code);
        const { actions, bytesUp, complaints } = await seen.end();
        return { decision: body.decision ?? body.status, reasons, actions, changes, ms, bytesUp, complaints };
      } finally {
        await page.context().close();
      }
    },
    async close() {
      await browser.close();
      await stack.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Theatre = Awaited<ReturnType<typeof openTheatre>>;

/** Nothing to photograph. */
export const EMPTY_TABLE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6" fill="grey"/></svg>',
);

/** Does what each screen asks until one asks for nothing. Returns what was to be changed on the way. */
async function play(visit: Visit, person: Actor): Promise<readonly string[]> {
  const changes: string[] = [];
  let held: Pick<Actor, "card" | "back"> = person;
  let sides = 0;
  await visit.consent();
  for (let shown = 0; shown < MOST_SCREENS; shown++) {
    const screen = await visit.screen(
      "camera_primer",
      "selfie_primer",
      "change",
      "outcome",
      "over",
      "trouble",
    );
    if (screen === "camera_primer") {
      await visit.photograph(sides++ === 0 ? held.card : (held.back ?? held.card));
    } else if (screen === "selfie_primer") await visit.showFace(person);
    else if (screen !== "change") return changes;
    else {
      changes.push((await visit.place.locator(".reason").textContent()) ?? "");
      held = await person.again(changes.length);
      sides = 0;
      await visit.press("Try again");
    }
  }
  throw new Error(`the page goes round in circles: ${changes.at(-1)}`);
}

/** Watches what leaves the page, and what it says aloud. */
function observe(page: Page, url: string) {
  const actions: string[] = [];
  const said: string[] = [];
  const asked: string[] = [];
  const secrets = [new URL(url).hash.slice(1)];
  const reading: Promise<unknown>[] = [];
  let bytesUp = 0;
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  page.on("requestfinished", (request) => {
    asked.push(request.url());
    const { pathname } = new URL(request.url());
    reading.push(
      request.allHeaders().then((headers) => (bytesUp += Number(headers["content-length"] ?? 0))),
      ...(pathname === "/v1/liveness/challenges" || pathname === "/v1/capture/sessions"
        ? [readAnswer(pathname)]
        : []),
    );
    async function readAnswer(path: string) {
      const body = await (await request.response())?.json();
      if (path.endsWith("/challenges")) actions.push(body.action);
      secrets.push(path.endsWith("/challenges") ? body.challenge_token : body.session_token);
    }
  });
  return {
    async end() {
      await Promise.all(reading);
      const kept = JSON.stringify([asked, said, await page.evaluate(STORED)]);
      const leaks = secrets.filter((secret) => kept.includes(secret));
      return { actions, bytesUp, complaints: [...said, ...leaks.map(() => "a secret stands in the open")] };
    },
  };
}

/** All that is stored as text, for the browser to run. */
const STORED = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])";
