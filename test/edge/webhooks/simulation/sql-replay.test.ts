import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "#test/harness/test-database.ts";
import { simulate } from "./simulate.ts";
import { byId, SqlReplay } from "./sql-replay.ts";

/** `WORLDS=400 npm test -- sql-replay` runs longer. */
const WORLDS = Number(process.env.WORLDS ?? 8);
/** From here on, eight short worlds hold every operation, and a host at its limit. */
const FIRST = 1483;
const OPERATIONS = 12;
const TABLES = ["delivery_attempts", "deliveries", "events", "webhook_endpoints"];

const database = await openTestDatabase();

afterAll(() => database.close());

test(`the SQL does what the model does, operation by operation, in ${WORLDS} worlds`, async () => {
  const seen = new Set<string>();
  for (let seed = FIRST; seed < FIRST + WORLDS; seed++) {
    await database.client.batch(TABLES.map((table) => `DELETE FROM ${table}`));
    const world = simulate(seed, { isTraced: true });
    const replay = new SqlReplay(database.db, "tn_1");
    for (const [i, operation] of world.trace.entries()) {
      const where = `world ${seed}, operation ${i}: ${operation.name}`;
      seen.add(operation.name);
      expect(inOrder(await replay.do(operation)), where).toEqual(inOrder(operation.answer));
    }
    expect(await replay.deliveries(), `world ${seed}`).toEqual(world.store.deliveries.toSorted(byId));
  }
  expect(seen.size).toBe(OPERATIONS);
});

/** A result without its unspecified parts: the order of claimed deliveries and of queues. */
function inOrder(answer: unknown): unknown {
  if (Array.isArray(answer) && typeof answer[0] === "string") return answer.toSorted();
  if (answer === null || typeof answer !== "object" || !("queues" in answer)) return answer;
  const queues = answer.queues as { endpointId: string }[];
  return { ...answer, queues: queues.toSorted((a, b) => (a.endpointId < b.endpointId ? -1 : 1)) };
}
