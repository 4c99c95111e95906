import { afterAll, beforeAll, expect, it } from "vitest";
import { type Rig, startRig } from "../../bench/edge/rig.ts";
import { besiege, type Findings } from "../../campaigns/peers/campaign.ts";

let rig: Rig;
let found: Findings;
beforeAll(async () => {
  rig = await startRig();
  found = await besiege(rig, { connections: 120, seconds: 4, seed: 14, warmUp: 2, progress() {} });
}, 240_000);
afterAll(() => rig?.close());

it("refuses no upload of one tenant while another's connections drip, stall, half-close and hang up", () => {
  expect(found.refused).toEqual([]);
  expect(found.healthy).toBeGreaterThan(0);
});

it("keeps no connection open after its deadlines, at whatever point of whatever operation it stopped", () => {
  const open = found.ended.filter(({ openMs }) => openMs === null);
  expect(open.map(({ plan: { request, point, manner } }) => [request.path, point, manner])).toEqual([]);
  expect(found.ended).toHaveLength(120);
});

it("tells those who still listen that their body did not come in time", () => {
  const slow = found.ended.filter(({ plan }) => plan.manner === "stalls" && plan.point === "middle");
  expect(slow.map(({ status }) => status)).toContain(408);
});

it("has nothing left of them: no key, no unit of usage, no picture", () => {
  expect(found.left).toEqual({ "idempotency keys": 0, "units of usage": 0, "unsettled pictures": 0 });
});
