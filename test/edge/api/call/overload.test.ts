import { afterAll, beforeEach, expect, it } from "vitest";
import { OverloadError } from "#edge/core/errors.ts";
import { type CheckEdge, formOf, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { reading } from "#test/harness/edge/inference-results.ts";

let tenant: CheckEdge["tenant"];
const edge = await openCheckEdge();
afterAll(() => edge.close());
beforeEach(async () => {
  tenant = await edge.newTenant();
  edge.calls.length = 0;
});

async function scan(key: string, priority: object = {}) {
  const form = formOf({ image: image() });
  const { status, headers } = await edge.call("POST", "/v1/ocr/scan", key, form, priority);
  return { status, retryAfter: Number(headers.get("retry-after")) };
}

it("rejects an overloaded tenant's uploads, in both modes, and no other's, without asking inference until its time has passed", async () => {
  Object.assign(edge.answers, { reading: new OverloadError(60) });
  expect(await scan(tenant.keys.test)).toEqual({ status: 503, retryAfter: 60 });
  Object.assign(edge.answers, { reading: reading() });
  edge.calls.length = 0;
  edge.advance(30_000);
  for (const mode of ["test", "live"] as const) {
    const { status, retryAfter } = await scan(tenant.keys[mode]);
    expect(status).toBe(503);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(30);
  }
  expect(edge.calls).toEqual([]);
  expect(await scan((await edge.newTenant()).keys.test)).toMatchObject({ status: 200 });
  edge.advance(30_000);
  expect(await scan(tenant.keys.test)).toMatchObject({ status: 200 });
});

it("a refusal of background work delays no interactive call", async () => {
  const background = { Priority: "u=7" };
  Object.assign(edge.answers, { reading: new OverloadError(7) });
  expect(await scan(tenant.keys.test, background)).toMatchObject({ status: 503 });
  Object.assign(edge.answers, { reading: reading() });
  expect(await scan(tenant.keys.test, background)).toMatchObject({ status: 503 });
  expect(await scan(tenant.keys.test)).toMatchObject({ status: 200 });
});

it("rejects them before they are read: what is wrong with them is not seen", async () => {
  Object.assign(edge.answers, { reading: new OverloadError(7) });
  const headers = { "content-type": "multipart/form-data; boundary=XX" };
  const broken = () => edge.send("POST", "/v1/ocr/scan", tenant.keys.test, { headers, body: "no form" });
  expect((await broken()).status).toBe(400);
  await scan(tenant.keys.test);
  expect((await broken()).status).toBe(503);
});
