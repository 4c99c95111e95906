import { expect, it } from "vitest";
import { customerErasures } from "#edge/store/erasure/selections.ts";
import { openTestDatabase } from "../../harness/test-database.ts";

it("finds what it erases by indexes: it holds the write lock, and reads no table whole", async () => {
  const { db, client, close } = await openTestDatabase();
  const statements = Object.values(customerErasures(db, { tenantId: "tn_1", mode: "live" }, "someone", 1));
  const plans = await Promise.all(
    statements.map(async (statement) => {
      const { sql, params } = (statement as unknown as { toSQL(): { sql: string; params: [] } }).toSQL();
      const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args: params });
      return rows.map(({ detail }) => String(detail));
    }),
  );
  const steps = plans.flat();
  expect(steps.filter((step) => step.startsWith("SCAN"))).toEqual([]);
  const searches = steps.filter((step) => step.startsWith("SEARCH"));
  expect(searches.length).toBeGreaterThan(statements.length - 1);
  for (const step of searches) expect(step).not.toMatch(/\(tenant_id=\?( AND mode=\?)?\)/);
  await close();
});
