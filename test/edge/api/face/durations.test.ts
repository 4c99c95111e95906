import { afterAll, expect, it } from "vitest";
import { readOverview } from "#edge/store/tenancy/overview.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";

const WORK_MS = 5_000;

const edge = await openCheckEdge();
await edge.upload("/v1/face/registrations", edge.key, { image: image(), customer_ref: "u1" });
afterAll(() => edge.close());

it("the overview's median of face comparisons is that of the work", async () => {
  // Two concurrent calls of inference advance the clock twice.
  edge.answers.meanwhile = async () => edge.advance(WORK_MS);
  await edge.upload("/v1/face/verify", edge.key, { image_a: image(1), image_b: image(2) });
  await edge.upload("/v1/face/dedupe", edge.key, { image: image() });
  await edge.upload("/v1/face/registrations/verify", edge.key, { image: image(), customer_ref: "u1" });
  const now = edge.services.clock();
  const period = { since: now - 86_400_000, until: now + 1 };
  const { callsByKind } = await readOverview(edge.db, edge.tenant.scope("test"), period);
  expect(callsByKind).toMatchObject([{ bucket: "face" }]);
  expect(callsByKind[0]!.p50Ms).toBeGreaterThanOrEqual(WORK_MS);
});
