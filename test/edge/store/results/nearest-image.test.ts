import { afterAll, beforeAll, expect, it } from "vitest";
import type { Scope } from "#edge/core/scope.ts";
import { nearestOfAnothers } from "#edge/store/results/fraud-results.ts";
import { openTestDatabase } from "#test/harness/test-database.ts";

const SCOPE: Scope = { tenantId: "tn_1", mode: "live" };
/** Rows that one statement of this test inserts. */
const BATCH = 50_000;
/** Images that one is compared with (contract §6.7). */
const COMPARED = 200_000;

const vector = (sign: (bit: number) => number) =>
  `vector1bit('[${Array.from({ length: 1024 }, (_, bit) => sign(bit))}]')`;
/** The image that is looked for, and one that differs in 100 bits. */
const KNOWN = vector(() => -1);
const OTHER = vector((bit) => (bit < 100 ? 1 : -1));

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
  await insert(0, 1, KNOWN);
  for (let from = 1; from <= COMPARED; from += BATCH) await insert(from, BATCH, OTHER);
}, 60_000);
afterAll(() => database.close());

const id = (n: string | number) => `'fc_' || printf('%026d', ${n})`;

/** Rows of so many customers, each with this image. */
async function insert(from: number, count: number, image: string): Promise<void> {
  const body = `'{"decision":"suspicious","is_fraudulent":false,"record_kind":"legacy","overall_score":null}'`;
  await database.client.execute(
    `insert into fraud_results (id, tenant_id, mode, customer_ref, created_at, record_kind, decision, is_fraudulent,
       threshold_suspicious, threshold_fraudulent, critical_failed, major_failed, required_missing, image_fingerprint, body)
     with recursive rows (n) as (select ${from} union all select n + 1 from rows where n + 1 < ${from + count}),
       image (bits) as materialized (select ${image})
     select ${id("n")}, 'tn_1', 'live', 'customer-' || n, 1, 'legacy', 'suspicious', 0, .4, .85, 0, 0, 0, bits, ${body}
     from rows, image`,
  );
}

const nearest = () =>
  nearestOfAnothers(database.db, SCOPE, { customerRef: "another", fingerprint: new Uint8Array(128) });

it("an image is compared with the tenant's newest 200,000, and with each of those", async () => {
  expect((await nearest())?.distance).toBe(100);
  await database.client.execute(`delete from fraud_results where id = ${id(COMPARED)}`);
  expect(await nearest()).toEqual({ id: `fc_${"0".repeat(26)}`, distance: 0 });
});
