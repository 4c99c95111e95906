import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { layout } from "#local/stack/files.ts";
import { useFolder } from "../harness/folder.ts";
import { adminCommand } from "../harness/stack/admin.ts";
import { type Stack, startStack } from "../harness/stack/stack.ts";

const QUICK = { WORKERS: "1", MODELS_PULL: "0" };

const folder = useFolder();
let stack: Stack;

beforeAll(async () => {
  stack = await startStack(QUICK);
});
afterAll(() => stack.stop());

/** A call of the first tenant; null while the edge is unreachable. */
async function call(method: string, path: string, body?: object) {
  const { api, keys } = stack.facts;
  const headers = { authorization: `Bearer ${keys.test}`, "content-type": "application/json" };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(api + path, init).catch(() => null);
  if (response === null || response.status === 503) return null;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on foreign JSON field by field.
  return { status: response.status, body: (await response.json()) as any };
}

/** Opens verifications in turn. Each acknowledged one is recorded with its response. */
function opening() {
  const acknowledged = new Map<string, object>();
  let isGoing = true;
  const ended = (async () => {
    for (let n = 0; isGoing; n++) {
      const answer = await call("POST", "/v1/verifications", { customer_ref: `person-${n}` });
      if (answer?.status === 201) acknowledged.set(answer.body.verification.id, answer.body.verification);
      await new Promise((resolve) => setTimeout(resolve, answer === null ? 100 : 20));
    }
  })();
  const stop = () => {
    isGoing = false;
    return ended;
  };
  return { acknowledged, stop };
}

const shown = async (id: string) => (await call("GET", `/v1/verifications/${id}`))?.body;

test("the master key is rotated under load, the stack is backed up, and restored on another machine", async () => {
  const hook = ["--tenant", stack.facts.tenant_id, "--mode", "test", "--url", "https://example.com/hook"];
  const { id: endpoint } = await stack.admin("webhooks", "create", ...hook, "--events", "ocr.completed");
  const load = opening();
  const { data } = await stack.admin("data-keys", "rotate");
  expect(data.map(({ state }: { state: string }) => state)).toEqual(["may_be_dropped", "encrypts"]);
  const sure = [...load.acknowledged.keys()];
  const file = join(folder, "selfsame.backup");
  const created = await stack.admin("backup", "create", file);
  await load.stop();
  // A read has the verified data beside what the creation returned.
  const read = (verification: object) => ({ ...verification, verified_data: null });
  for (const [id, verification] of load.acknowledged) expect(await shown(id)).toEqual(read(verification));
  // Kept aside: to stop a stack of the tests removes its folder.
  await copyFile(layout(stack.dataFolder).secrets, layout(folder).secrets);
  await copyFile(layout(stack.dataFolder).firstTenant, layout(folder).firstTenant);
  expect(await stack.stop()).toBe(0);

  const { code, err } = await adminCommand(["backup", "restore", file], { SELFSAME_DATA: folder });
  expect([code, err]).toEqual([0, expect.stringContaining(created.made_at)]);
  stack = await startStack({ ...QUICK, SELFSAME_DATA: folder });
  expect(sure.length).toBeGreaterThan(0);
  for (const id of sure) expect(await shown(id)).toEqual(read(load.acknowledged.get(id)!));
  const { data: endpoints } = await stack.admin("webhooks", "list", "--tenant", stack.facts.tenant_id);
  expect(endpoints).toMatchObject([{ id: endpoint }]);
  expect((await call("POST", "/v1/verifications", { customer_ref: "after" }))?.status).toBe(201);
}, 300_000);
