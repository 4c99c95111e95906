import { afterAll, beforeAll, expect, it } from "vitest";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { frame } from "#test/harness/edge/inference-results.ts";

let edge: CheckEdge;
beforeAll(async () => {
  edge = await openCheckEdge();
});
afterAll(() => edge.close());

it("completed_at is the time of the write that decides, and not of the call that led to it", async () => {
  const { read, token } = await edge.verification({ steps: ["liveness"] });
  edge.answers.frames = [frame({}, 0.99)];
  edge.answers.meanwhile = async () => {
    edge.answers.meanwhile = undefined;
    edge.advance(20_000);
  };
  const begunAt = edge.services.clock();
  const parts = { mode: "passive", image_1: image() };
  expect((await edge.upload("/v1/liveness/check", token, parts)).status).toBe(200);
  const { status, completed_at, steps } = await read();
  expect(status).toBe("completed");
  expect(Date.parse(completed_at) - begunAt).toBeGreaterThanOrEqual(20_000);
  expect(steps[0].updated_at).toBe(completed_at);
  const { body } = await edge.call("GET", "/v1/events?type=verification.completed", edge.key);
  expect(body.data[0].created_at).toBe(completed_at);
});
