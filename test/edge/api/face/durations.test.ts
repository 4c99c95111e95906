import { afterAll, beforeAll, expect, it } from "vitest";
import { readOverview } from "#edge/store/tenancy/overview.ts";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";

const WORK_MS = 5_000;

let edge: CheckEdge;
beforeAll(async () => {
  edge = await openCheckEdge();
  await edge.upload("/v1/face/registrations", edge.key, { image: image(), customer_ref: "u1" });
});
afterAll(() => edge.close());

it.each([
  ["/v1/face/verify", { image_a: image(1), image_b: image(2) }],
  ["/v1/face/dedupe", { image: image() }],
  ["/v1/face/registrations/verify", { image: image(), customer_ref: "u1" }],
])("the duration of POST %s holds what inference took", async (path, parts) => {
  // Two calls of inference at once let the clock run twice.
  edge.answers.meanwhile = async () => edge.advance(WORK_MS);
  const counted = async () => {
    const rows = (await edge.rows("tallies")).filter(({ name }) => name === "face_ms");
    return rows.flatMap(({ counts }) =>
      Object.entries(JSON.parse(String(counts))).flatMap(([ms, n]) =>
        Array<number>(Number(n)).fill(Number(ms)),
      ),
    );
  };
  const before = await counted();
  await edge.upload(path, edge.key, parts);
  const slow = (all: number[]) => all.filter((ms) => ms >= WORK_MS).length;
  expect(slow(await counted())).toBe(slow(before) + 1);
});

it("the overview's median of face comparisons is that of the work", async () => {
  const now = edge.services.clock();
  const period = { since: now - 86_400_000, until: now + 1 };
  const { callsByKind } = await readOverview(edge.db, edge.tenant.scope("test"), period);
  expect(callsByKind).toMatchObject([{ bucket: "face" }]);
  expect(callsByKind[0]!.p50Ms).toBeGreaterThanOrEqual(WORK_MS);
});
