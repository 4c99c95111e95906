import { afterAll, beforeAll, expect, it } from "vitest";
import { selectVerifications, type VerificationFilter } from "#edge/store/verifications/verifications.ts";
import { openTestDatabase } from "../../harness/test-database.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const SCOPE = { tenantId: "tn_1", mode: "live" } as const;

/** How SQLite goes about a page, without statistics of the tables. */
async function planOf(before: string | null, filter: VerificationFilter): Promise<string[]> {
  const query = selectVerifications(database.db, SCOPE, { limit: 21, before, now: 1 }, filter);
  const { sql, params } = query.toSQL();
  const args = params as (string | number)[];
  const { rows } = await database.client.execute({ sql: `explain query plan ${sql}`, args });
  return rows.map(({ detail }) => String(detail));
}

const within = "tenant_id=? AND mode=?";
it.each<[string, VerificationFilter, string]>([
  ["no filter", {}, within],
  ["a status", { status: "completed" }, `${within} AND status=?`],
  ["an open status", { status: "in_progress" }, `${within} AND status=?`],
  ["a decision", { decision: "review" }, `${within} AND decision=?`],
  ["a customer_ref", { customerRef: "u" }, `${within} AND customer_ref=?`],
])("finds a page by %s in order, by one index, and reads no more of it", async (_, filter, found) => {
  const search = expect.stringMatching(/^SEARCH verifications USING INDEX/);
  const whole = await planOf(null, filter);
  expect(whole).toEqual([search]);
  expect(whole[0]).toContain(`(${found})`);
  const older = await planOf("vf_9", filter);
  expect(older).toEqual([search]);
  expect(older[0]).toContain(`(${found} AND id<?)`);
  const period = await planOf(null, { ...filter, since: 1, until: 2 });
  expect(period).toEqual([search]);
  expect(period[0]).toContain(`(${found} AND id>? AND id<?)`);
});
