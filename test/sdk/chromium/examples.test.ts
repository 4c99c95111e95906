import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { changeCapture } from "#edge/operations/tenants/change-capture.ts";
import { free } from "#local/supervisor/ports.ts";
import { webhooks } from "#sdk/server/src/index.ts";
import { openBrowser } from "../../dashboard/browser/browser.ts";
import { startWorkerRig } from "../../harness/stack/worker-rig.ts";
import { installPacked } from "../installed.ts";
import { SAMPLE_EVENT } from "../server/sample-event.ts";

const EXAMPLE = join(import.meta.dirname, "../../../examples/web");
const SECRET = `whsec_${"a".repeat(38)}`;

let rig: Awaited<ReturnType<typeof startWorkerRig>>;
const installed = await installPacked("sdk/server");
let browser: Browser;
let shop: ChildProcess;
let origin: string;

beforeAll(async () => {
  [rig, browser] = await Promise.all([startWorkerRig(), openBrowser()]);
  cpSync(EXAMPLE, installed.folder, { recursive: true });
  const port = await free();
  origin = `http://127.0.0.1:${port}`;
  const { tenantId } = rig.scope;
  const ctx = { ...operatorContext({ db: rig.db }, Date.now()), tenantId };
  await changeCapture(ctx, { allowedOrigins: [origin] });
  const environment = {
    SELFSAME_URL: rig.url.replace(/\/$/, ""),
    SELFSAME_KEY: rig.key,
    SELFSAME_TENANT: tenantId,
    SELFSAME_WEBHOOK_SECRET: SECRET,
    PORT: String(port),
  };
  const env = { ...process.env, NODE_OPTIONS: "", ...environment };
  shop = spawn(process.execPath, [join(installed.folder, "server.js")], { env });
  await once(shop.stdout!, "data");
});
afterAll(async () => {
  shop?.kill();
  await Promise.all([browser?.close(), rig?.close()]);
});

it("the example's server and page have less than 50 lines each", () => {
  for (const name of ["server.js", "page.html"]) {
    const lines = readFileSync(join(EXAMPLE, name), "utf8").trim().split("\n").filter(Boolean);
    expect(lines.length).toBeLessThan(50);
  }
});

it("the page of the example opens the service's page over itself, with a token of its own server", async () => {
  const page = await browser.newPage();
  await page.goto(origin);
  await page.getByRole("button", { name: "Verify your identity" }).click();
  const frame = page.frameLocator("dialog iframe");
  await frame.locator('main[data-screen="consent"]').waitFor({ timeout: 30_000 });
  await page.keyboard.press("Escape");
  await page.getByText("You can go on later.").waitFor();
});

it("the example's server gives a user a new verification once the last one has ended", async () => {
  const grant = async () => (await fetch(`${origin}/token`, { method: "POST" })).json();
  const { verificationId } = (await grant()) as { verificationId: string };
  const path = `v1/verifications/${verificationId}/cancel`;
  const headers = { authorization: `Bearer ${rig.key}` };
  expect((await fetch(new URL(path, rig.url), { method: "POST", headers })).status).toBe(200);
  const next = (await grant()) as { verificationId: string };
  expect([next.verificationId?.slice(0, 3), next.verificationId === verificationId]).toEqual(["vf_", false]);
});

it("the example's server takes a signed delivery and rejects a forged one", async () => {
  const { body, headers } = await webhooks.signTestEvent(SAMPLE_EVENT, SECRET);
  const deliver = (text: string) =>
    fetch(`${origin}/webhooks/selfsame`, { method: "POST", body: text, headers });
  expect((await deliver(body)).status).toBe(204);
  const forged = await deliver(`${body} `);
  expect([forged.status, await forged.text()]).toEqual([400, ""]);
});
