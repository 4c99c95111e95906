import { afterAll, beforeAll, expect, it } from "vitest";
import { commit } from "#edge/store/batch.ts";
import { readUsage, setUsageCap } from "#edge/store/tenancy/usage.ts";
import { image } from "../../harness/edge/check-edge.ts";
import { openTestEdge, type TestEdge, type TestTenant } from "../../harness/edge/test-edge.ts";

/** Here the inference client is the real one, and nobody listens where it calls. */
let edge: TestEdge;
let tenant: TestTenant;
beforeAll(async () => {
  edge = await openTestEdge();
  tenant = await edge.newTenant();
  await commit(edge.db, [setUsageCap(edge.db, tenant.scope("test"), 1)]);
  edge.advance(1_000);
});
afterAll(() => edge.close());

const scan = async (credential: string) => {
  const form = new FormData();
  form.set("image", new Blob([image()]), "image.jpg");
  return edge.call("POST", "/v1/ocr/scan", credential, form, { "Idempotency-Key": "k" });
};
const rowsOf = async (table: string) => (await edge.client.execute(`select * from ${table}`)).rows;

it("answers 503 with Retry-After while inference is away, at once after a while, and writes and bills nothing", async () => {
  const begun = await edge.call("POST", "/v1/verifications", tenant.keys.test, { customer_ref: "c" });
  const { verification, session_token } = begun.body;
  const tables = ["ocr_results", "events", "deliveries", "usage_reservations", "idempotency_keys", "usage"];
  for (let i = 0; i < 8; i++) {
    const answer = await scan(i % 2 === 0 ? tenant.keys.test : session_token.token);
    expect(answer).toMatchObject({ status: 503, body: { error: { code: "service_unavailable" } } });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    for (const table of tables) expect(await rowsOf(table)).toEqual([]);
  }
  expect((await readUsage(edge.db, tenant.scope("test"), Date.now())).used).toBe(0);
  await commit(edge.db, [setUsageCap(edge.db, tenant.scope("test"), 100)]);
  edge.advance(1_000);
  const { body } = await edge.call("GET", `/v1/verifications/${verification.id}`, tenant.keys.test);
  expect(body).toMatchObject({ status: "created", steps: [{ attempts: 0, result_ids: [] }, {}, {}] });
});
