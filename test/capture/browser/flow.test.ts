import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { changeCapture } from "../../../edge/operations/tenants/change-capture.ts";
import { openOperatorDatabase } from "../../../local/admin/database.ts";
import { openBrowser } from "../../dashboard/browser/browser.ts";
import { ApiClient } from "../../harness/stack/api-client.ts";
import { type Stack, startStack } from "../../harness/stack/stack.ts";
import { SAMPLE_FACES } from "../../material/faces/sample-faces.ts";
import { makePerson, openTurner, type Person } from "../../material/person.ts";
import { Film } from "./film.ts";
import { type ParentPage, serveParent } from "./parent-page.ts";
import { Visit } from "./visit.ts";

const SCREENSHOTS = join(import.meta.dirname, "../../../.local/screenshots");

let folder: string;
let stack: Stack;
let browser: Browser;
let parent: ParentPage;
let film: Film;
let person: Person;
let client: ApiClient;
let verificationId: string;
let closeTurner: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-capture-"));
  film = new Film(join(folder, "camera.y4m"));
  const { turner, close } = await openTurner();
  closeTurner = close;
  person = await makePerson(turner, { face: SAMPLE_FACES[0]!, seed: 5 });
  await film.show(person.card);
  stack = await startStack({ MODELS_PULL: "0" });
  browser = await openBrowser([
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${film.path}`,
  ]);
  client = new ApiClient(stack.facts.api, stack.facts.keys.test);
  parent = await serveParent(
    () => `${stack.facts.api}/verify/embed/${stack.facts.tenant_id}`,
    async () => {
      const { body } = await client.post("/v1/sessions", { verification_id: verificationId });
      return { token: body.token, verification_id: verificationId };
    },
  );
  const database = await openOperatorDatabase(stack.dataFolder);
  const ctx = { ...database.context(), tenantId: stack.facts.tenant_id };
  await changeCapture(ctx, { allowedOrigins: [parent.origin] });
  await database.close();
});

afterAll(async () => {
  await browser?.close();
  await closeTurner?.();
  parent?.close();
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(
  policy: object,
  locale = "en",
): Promise<{ page: Page; visit: Visit; complaints: readonly string[] }> {
  const { body } = await client.post("/v1/verifications", { customer_ref: "ada", policy });
  verificationId = body.verification.id;
  const context = await browser.newContext({ viewport: { width: 500, height: 960 }, locale });
  await context.grantPermissions(["camera"]);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  onTestFailed(async () => void (await page.screenshot({ path: join(SCREENSHOTS, "capture-failed.png") })));
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(parent.origin);
  return { page, visit: new Visit(page, film), complaints };
}

it("speaks the reader's language, from a file that the page's policy lets in", async () => {
  const { visit, complaints } = await open({}, "ar-EG");
  await visit.screen("consent");
  expect(await visit.frame.locator("html").getAttribute("dir")).toBe("rtl");
  expect(await visit.frame.locator("h1").textContent()).toBe("التحقق من هويتك");
  await visit.frame.locator("select").selectOption("fr");
  await visit.frame.locator("h1", { hasText: "Vérifier votre identité" }).waitFor();
  expect(complaints).toEqual([]);
});

const SLOW = { timeout: 240_000 };

it(
  "leads a person from consent to approval: the document, a selfie, and the movement that is drawn",
  SLOW,
  async () => {
    const { visit, complaints } = await open({ document_types: ["cid"] });
    await visit.consent();
    await visit.photograph(person.card);
    await visit.showFace(person);
    if ((await visit.screen("selfie_primer", "outcome", "change")) === "selfie_primer") {
      await visit.showFace(person);
    }
    await visit.screen("outcome");
    const { body } = await client.get(`/v1/verifications/${verificationId}`);
    expect([body.decision, body.decision_reasons]).toEqual(["approved", []]);
    expect(parent.told.at(-1)).toEqual({ type: "finished" });
    expect(complaints).toEqual([]);
  },
);
