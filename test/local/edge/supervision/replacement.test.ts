import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { dueness, type Memory, replaceWhenDue } from "../../../../local/edge/supervision/replacement.ts";

const MINUTE = 60_000;
const LIMITS = { pauseMs: 5 * MINUTE, withinMs: 10 * MINUTE };

describe("workerd is replaced", () => {
  it.each([
    ["not before the pause since the last one is over", 4, 1, "not_yet"],
    ["then at a moment without calls", 5, 1, "when_quiet"],
    ["for as long as the erasure is not too long ago", 10.9, 1, "when_quiet"],
    ["and then whatever is under way", 11, 1, "now"],
    ["also where the pause took longer than that", 5, -6, "now"],
    ["without an erasure only after an hour", 59, undefined, "not_yet"],
    ["which waits for a quiet moment as well", 60, undefined, "when_quiet"],
    ["and no longer", 70, undefined, "now"],
  ] as const)("%s", (_, minutes, erased, due) => {
    const erasedAt = erased === undefined ? undefined : erased * MINUTE;
    expect(dueness({ now: minutes * MINUTE, startedAt: 0, erasedAt }, LIMITS)).toBe(due);
  });

  it("never where the setting is 0", () => {
    const times = { now: 1_000 * MINUTE, startedAt: 0, erasedAt: 0 };
    expect(dueness(times, { pauseMs: 0, withinMs: 0 })).toBe("not_yet");
  });
});

it("an erasure that is told asks for it, what fails is told and tried again, and several are one", async () => {
  const told: Memory = { hasErased: true, isQuiet: true };
  const tries: boolean[] = [];
  const failures: string[] = [];
  const { promise: tried, resolve } = Promise.withResolvers<void>();
  const stop = replaceWhenDue(
    {
      memory: async () => told,
      async replace(needsQuiet) {
        tries.push(needsQuiet);
        if (tries.length === 1) throw new Error("busy");
        resolve();
        return true;
      },
    },
    { pauseMs: 0, withinMs: MINUTE },
    (error) => failures.push(String(error)),
  );
  await tried;
  await stop();
  expect([tries, failures]).toEqual([[true, true], ["Error: busy"]]);
});

it("a workerd that does not answer is not replaced, but asked again", async () => {
  let asked = 0;
  const stop = replaceWhenDue(
    {
      async memory() {
        asked++;
        throw new Error("away");
      },
      replace: () => Promise.reject(new Error("replaced")),
    },
    { pauseMs: 0, withinMs: MINUTE },
    (error) => expect.unreachable(String(error)),
  );
  await pause(1_100);
  await stop();
  expect(asked).toBeGreaterThan(1);
});
