import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "#edge/core/ids.ts";
import { commit } from "#edge/store/batch.ts";
import { insertEndpoint } from "#edge/store/webhooks/endpoints.ts";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";

let edge: CheckEdge;
let woken = 0;
beforeAll(async () => {
  edge = await openCheckEdge();
  Object.assign(edge.services, { wakeDispatcher: () => void woken++ });
});
afterAll(() => edge.close());

/** How often the dispatcher is woken by a scan, alone and as a verification's step. */
async function wokenBy(): Promise<[alone: number, asStep: number]> {
  const { body } = await edge.call("POST", "/v1/verifications", edge.key, { customer_ref: "u1" });
  woken = 0;
  await edge.upload("/v1/ocr/scan", edge.key, { image: image() });
  const alone = woken;
  await edge.upload("/v1/ocr/scan", body.session_token.token, { image: image() });
  return [alone, woken - alone];
}

it("wakes the dispatcher once a call has queued a delivery, and for nothing else", async () => {
  expect(await wokenBy()).toEqual([0, 0]);
  const scope = edge.tenant.scope("test");
  const endpoint = {
    id: newId("endpoint", Date.now()),
    url: "https://hooks.example.com",
    createdAt: Date.now(),
    secret: new Uint8Array(),
    state: "enabled",
  } as const;
  await commit(edge.db, [insertEndpoint(edge.db, scope, { ...endpoint, eventTypes: ["ocr.completed"] })]);
  expect(await wokenBy()).toEqual([1, 1]);
});
