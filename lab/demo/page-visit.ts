import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { Film } from "../../test/capture/browser/film.ts";
import { rehearsed, Visit } from "../../test/capture/browser/visit.ts";
import { chromiumPath, openBrowser } from "../../test/dashboard/browser/browser.ts";
import type { Tenant } from "../../test/harness/stack/tenant.ts";
import type { Person } from "../material/person.ts";
import { expectThat, type Story } from "./story.ts";

/**
 * A person follows their link in Chromium, with generated images as its camera. Without Chromium the story
 * says so and goes on.
 *
 * @param keep The folder for images of the screens; undefined for none.
 */
export async function visitPage(
  story: Story,
  tenant: Tenant,
  person: Person,
  keep: string | undefined,
): Promise<void> {
  if (chromiumPath() === null) {
    return story.aside("there is no Chromium here, so nobody walks the page: CHROMIUM=PATH names one");
  }
  const folder = await mkdtemp(join(tmpdir(), "selfsame-camera-"));
  const film = new Film(join(folder, "camera.y4m"));
  await film.show(person.card);
  const browser = await openBrowser([
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${film.path}`,
  ]);
  try {
    const context = await browser.newContext({ viewport: { width: 420, height: 860 }, locale: "en" });
    await context.grantPermissions(["camera"]);
    await walk(story, tenant, await rehearsed(person), film, await pagesOf(await context.newPage(), keep));
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A page, and how its screenshots are saved. */
interface Pages {
  readonly page: Page;
  readonly keep: (name: string) => Promise<void>;
}

async function pagesOf(page: Page, folder: string | undefined): Promise<Pages> {
  if (folder === undefined) return { page, keep: async () => {} };
  await mkdir(folder, { recursive: true });
  let shown = 0;
  const keep = async (name: string) => {
    const path = join(folder, `screen-${++shown}-${name}.png`);
    await page.screenshot({ path, fullPage: true });
  };
  return { page, keep };
}

async function walk(
  story: Story,
  tenant: Tenant,
  person: Person,
  film: Film,
  { page, keep }: Pages,
): Promise<void> {
  const opened = await tenant.client.post("/v1/verifications", {
    customer_ref: "grace",
    policy: { document_types: ["cid"] },
  });
  const { id } = opened.body.verification;
  let since = performance.now();
  const say = (what: string) => {
    story.line(what, performance.now() - since);
    since = performance.now();
  };
  await page.goto(opened.body.url);
  const visit = new Visit(page, film);
  const shown = async (...names: readonly string[]) => {
    const name = await visit.screen(...names);
    await keep(name);
    return name;
  };
  await shown("consent");
  say("the link opens, and says what is asked");
  await visit.consent();
  await shown("camera_primer");
  await visit.photograph(person.card, { onShown: keep });
  say("they agree, and hold their card: its image takes itself");
  await shown("selfie_primer");
  say("the card is read and accepted");
  await visit.showFace(person, { onShown: keep });
  if ((await shown("selfie_primer", "outcome")) === "selfie_primer") {
    say("a selfie is not enough here: a movement is asked for");
    await visit.showFace(person, { onShown: keep });
    await shown("outcome");
  }
  say(`the page says: ${await page.locator("h1").textContent()}`);

  const { decision } = await tenant.decisionWebhook(id);
  say(`signed webhook: ${decision}`);
  expectThat(decision === "approved", "a person who does as the page says is approved");
}
