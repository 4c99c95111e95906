import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import {
  type Attempts,
  durableAttempts,
  Pace,
  processAttempts,
  rememberingAttempts,
} from "#edge/limits/attempts.ts";
import { CounterTable } from "#edge/limits/counter-table.ts";
import type { Counted } from "#edge/limits/sliding-window.ts";

const SECOND = 1_000;
const rule = (name: string, limit: number) => ({ name, limit, windowMs: 60 * SECOND });
const ADDRESS: Counted = { counter: "address:203.0.113.9", rules: [rule("address", 4), rule("burst", 3)] };
const OWN: Counted = { counter: "own:ada", rules: [rule("own", 2)] };
const ACCOUNT: Counted = { counter: "account:ada", rules: [rule("account", 4)] };
const ALL = [ADDRESS, OWN, ACCOUNT];

/** Attempts that record their calls. */
function recordCalls(attempts: Attempts) {
  const calls: (readonly Counted[])[] = [];
  const take: Attempts["take"] = (counted) => {
    calls.push(counted);
    return attempts.take(counted, "unknown");
  };
  return { calls, attempts: { ...attempts, take } };
}

const allowed = async (attempts: Attempts, counted: readonly Counted[]) =>
  (await attempts.take(counted, "unknown")).map((grant) => grant.allowed);

it("an attempt counts up to the counter that rejects it, and under none behind that", async () => {
  const attempts = processAttempts(() => 0);
  expect(await allowed(attempts, ALL)).toEqual([true, true, true]);
  expect(await allowed(attempts, ALL)).toEqual([true, true, true]);
  expect(await allowed(attempts, ALL)).toEqual([true, false]);
  expect(await allowed(attempts, ALL)).toEqual([false]);
  // The account has two attempts left: two were rejected by an earlier counter and do not count.
  for (const room of [true, true, false]) expect(await allowed(attempts, [ACCOUNT])).toEqual([room]);
});

it("an attempt that succeeded counts under none of its counters", async () => {
  const attempts = processAttempts(() => 0);
  for (let n = 0; n < 9; n++) {
    expect(await allowed(attempts, ALL)).toEqual([true, true, true]);
    await attempts.undo(ALL);
  }
});

it("a rejected caller is rejected from memory, and uses no further attempts", async () => {
  let now = 0;
  const counting = recordCalls(processAttempts(() => now));
  const attempts = rememberingAttempts(counting.attempts, () => now);
  for (let n = 0; n < 3; n++) await attempts.take([OWN, ACCOUNT], "unknown");
  expect(counting.calls).toHaveLength(3);
  expect(await allowed(attempts, [OWN, ACCOUNT])).toEqual([false]);
  expect(counting.calls).toHaveLength(3);
  // The address before it is counted nevertheless.
  expect(await allowed(attempts, ALL)).toEqual([true, false]);
  expect(counting.calls.at(-1)).toEqual([ADDRESS]);
  now += 60 * SECOND;
  expect(await allowed(attempts, ALL)).toEqual([true, true, true]);
});

it("attempts are rejected while their object cannot be reached", async () => {
  const fails = () => Promise.reject(new Error("away"));
  const durable = durableAttempts({ idFromName: () => "", get: () => ({ take: fails, undo: fails }) });
  await expect(durable.take(ALL, "unknown")).rejects.toMatchObject({ code: "service_unavailable" });
});

it("a counter stays for as long as the longest of its windows, and is deleted then", () => {
  const database = new DatabaseSync(":memory:");
  const table = new CounterTable({
    exec: (statement, ...values) => {
      const rows = database.prepare(statement).all(...values);
      return { toArray: () => rows };
    },
  });
  const hits = { own: [[0, 1]] } as const;
  table.save({ counter: "long", hits, lapsesAt: 900 });
  table.save({ counter: "long", hits: { own: [[0, 2]] }, lapsesAt: 100 });
  for (let n = 0; n < 1_200; n++) table.save({ counter: `short-${n}`, hits, lapsesAt: 100 });
  expect(table.read("long")).toEqual({ own: [[0, 2]] });
  expect([table.sweep(99), table.sweep(100), table.sweep(100)]).toEqual(["later", "more", "later"]);
  expect([table.read("short-1199"), table.read("long")]).toEqual([{}, { own: [[0, 2]] }]);
  expect([table.sweep(900), table.read("long")]).toEqual(["nothing", {}]);
});

it("unknown browsers are served in sequence, and a flood delays none for longer than two seconds", () => {
  const pace = new Pace();
  expect([pace.next(1_000), pace.next(1_000), pace.next(1_000)]).toEqual([0, 50, 100]);
  for (let n = 0; n < 10_000; n++) pace.next(1_000);
  expect(pace.next(1_000)).toBe(2_000);
  expect(pace.next(3_100)).toBe(0);
  // After a clock that was ahead, no caller waits longer than that either.
  pace.next(9_000_000);
  expect(pace.next(4_000)).toBe(2_000);
});
