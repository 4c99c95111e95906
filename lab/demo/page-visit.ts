import { mkdtemp, rm } from "node:fs/promises";
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
 * A person follows their link in Chromium, in front of a camera that films generated images. Without Chromium
 * the story says so and goes on.
 */
export async function visitPage(story: Story, tenant: Tenant, person: Person): Promise<void> {
  if (chromiumPath() === null) {
    return story.note("skipped: Chromium is not installed. CHROMIUM=PATH names another browser.");
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
    await walk(story, tenant, await rehearsed(person), film, await context.newPage());
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function walk(story: Story, tenant: Tenant, person: Person, film: Film, page: Page): Promise<void> {
  const opened = await tenant.client.post("/v1/verifications", {
    customer_ref: "grace",
    policy: { document_types: ["cid"] },
  });
  const { id } = opened.body.verification;
  let since = performance.now();
  const done = (what: string) => {
    story.line(what, performance.now() - since);
    since = performance.now();
  };
  await page.goto(opened.body.url);
  const visit = new Visit(page, film);
  await visit.screen("consent");
  done("page: opens and asks for consent");
  await visit.consent();
  await visit.screen("camera_primer");
  await visit.photograph(person.card);
  done("page: takes the photo of the card on its own");
  await visit.screen("selfie_primer");
  done("page: reads the card and accepts it");
  await visit.showFace(person);
  if ((await visit.screen("selfie_primer", "outcome")) === "selfie_primer") {
    done("page: takes a selfie, then asks for a movement");
    await visit.showFace(person);
    await visit.screen("outcome");
  }
  done(`page: ends with "${await page.locator("h1").textContent()}"`);

  const { decision } = await tenant.decisionWebhook(id);
  done(`server: receives verification.completed: ${decision}`);
  expectThat(decision === "approved", "the decision should be approved");
}
