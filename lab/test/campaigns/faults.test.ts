import { expect, it } from "vitest";
import { runFaults } from "../../campaigns/faults/run.ts";

it("a stack whose database executes statements and does not answer loses nothing, and keeps nothing twice", async () => {
  const { tried, ledger, acknowledged } = await runFaults({
    seconds: 6,
    callers: 2,
    only: "database: mute",
    say: () => undefined,
  });
  expect(tried).toMatchObject([{ name: "network to database: mute", faulty: [] }]);
  expect(acknowledged).toBeGreaterThan(0);
  expect(new Set(Object.values(ledger))).toEqual(new Set([0]));
}, 300_000);
