import { afterAll, expect, it } from "vitest";
import { processAttempts } from "#edge/limits/attempts.ts";
import { sharedAttempts } from "#edge/limits/shared-attempts.ts";
import type { Counted } from "#edge/limits/sliding-window.ts";
import type { AttemptRows } from "#edge/platform/ports.ts";
import { countAttempts, removeAttempts } from "#edge/store/accounts/attempts.ts";
import { forgetLapsed } from "#edge/store/erasure/lapsed.ts";
import { openTestDatabase } from "../../harness/test-database.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const START = Date.parse("2026-11-23T10:00:00Z");
const rule = (name: string, limit: number, windowMs = MINUTE) => ({ name, limit, windowMs });
const ADDRESS: Counted = { counter: "address:9", rules: [rule("address", 7), rule("burst", 6, 10 * SECOND)] };
const OWN: Counted = { counter: "own:ada", rules: [rule("own", 4)] };
const ACCOUNT: Counted = { counter: "account:ada", rules: [rule("account", 5)] };

let now = START;
const database = await openTestDatabase();
afterAll(() => database.close());

/** One process's attempts beside the database that they all have. `world` keeps tests apart. */
function edge(world: string) {
  const { db } = database;
  const rows: AttemptRows = {
    count: (hits, at) => countAttempts(db, hits, at),
    undo: (hits) => removeAttempts(db, hits),
  };
  const clock = () => now;
  const attempts = sharedAttempts(processAttempts(clock), rows, async (name) => `${world} ${name}`, clock);
  return {
    ...attempts,
    attempt: async (...counted: Counted[]) =>
      (await attempts.take(counted, "unknown")).map(({ allowed }) => allowed),
  };
}

it("independent processes together allow as many attempts as one", async () => {
  const edges = [edge("together"), edge("together")];
  const outcomes: boolean[][] = [];
  for (let n = 0; n < 6; n++) outcomes.push(await edges[n % 2]!.attempt(ADDRESS, OWN, ACCOUNT));
  expect(outcomes.slice(0, 4)).toEqual(Array(4).fill([true, true, true]));
  expect(outcomes.slice(4)).toEqual(Array(2).fill([true, false]));
  // Two were rejected before they reached the account's window, which has one left for any caller.
  expect(await edges[0]!.attempt(ACCOUNT)).toEqual([true]);
  expect(await edges[1]!.attempt(ACCOUNT)).toEqual([false]);
});

it("of simultaneous attempts, no more are allowed than the limit", async () => {
  const edges = Array.from({ length: 8 }, () => edge("at once"));
  const outcomes = await Promise.all([...edges, ...edges].map((each) => each.attempt(OWN)));
  expect(outcomes.filter(([allowed]) => allowed)).toHaveLength(4);
});

it("a counter with several rules rejects by the one that is exhausted, and says when it has room", async () => {
  const edges = [edge("rules"), edge("rules")];
  for (let n = 0; n < 6; n++) expect(await edges[n % 2]!.attempt(ADDRESS)).toEqual([true]);
  const [grant] = await edges[0]!.take([ADDRESS], "unknown");
  expect(grant).toMatchObject({ allowed: false, remaining: 0, rule: { name: "burst" } });
  expect(grant!.resetMs).toBeGreaterThanOrEqual(10 * SECOND);
  expect(grant!.resetMs).toBeLessThan(11 * SECOND);
  now += grant!.resetMs;
  expect(await edges[0]!.attempt(ADDRESS)).toEqual([true]);
  expect(await edges[1]!.attempt(ADDRESS)).toEqual([false]);
});

it("an attempt that succeeded at one process counts at none", async () => {
  const edges = [edge("back"), edge("back")];
  for (let n = 0; n < 9; n++) {
    expect(await edges[n % 2]!.attempt(ADDRESS, OWN, ACCOUNT)).toEqual([true, true, true]);
    await edges[n % 2]!.undo([ADDRESS, OWN, ACCOUNT]);
  }
  for (let n = 0; n < 4; n++) expect(await edges[n % 2]!.attempt(OWN)).toEqual([true]);
  expect(await edges[0]!.attempt(OWN)).toEqual([false]);
});

it("the rows end with their windows: the sweep deletes them, and none that counts", async () => {
  const counting = edge("ends");
  await counting.attempt(OWN);
  now += MINUTE / 2;
  await counting.attempt(OWN);
  const left = async () => {
    for (const each of forgetLapsed(database.db, now, 1_000)) await database.db.batch([each]);
    const { rows } = await database.client.execute(
      "select sum(hits) as hits from attempt_counts where counter like 'ends %'",
    );
    return rows[0]!.hits;
  };
  expect(await left()).toBe(2);
  now += MINUTE / 2 + 2 * SECOND;
  expect(await left()).toBe(1);
  now += MINUTE;
  expect(await left()).toBeNull();
});
