import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MAX_TICKS, TICK_GIVEN_UP_MS, tickEach } from "#local/edge/supervision/ticks.ts";

const PACE_MS = 1_000;
const hung = () => new Promise<never>(() => undefined);
let failures: string[];
const onFailure = (error: unknown) => void failures.push(String(error));

beforeEach(() => {
  vi.useFakeTimers();
  failures = [];
});
afterEach(() => {
  vi.useRealTimers();
});

it("ticks that hang are given up, and the schedule goes on without them", async () => {
  let begun = 0;
  const stop = tickEach(PACE_MS, () => (++begun <= MAX_TICKS ? hung() : Promise.resolve()), onFailure);
  await vi.advanceTimersByTimeAsync(TICK_GIVEN_UP_MS);
  expect([begun, failures]).toEqual([MAX_TICKS, []]);
  await vi.advanceTimersByTimeAsync(2 * PACE_MS);
  expect(begun).toBeGreaterThan(MAX_TICKS);
  expect(failures[0]).toBe("Error: a tick hangs and is given up");
  await vi.advanceTimersByTimeAsync(MAX_TICKS * PACE_MS);
  expect(failures).toHaveLength(MAX_TICKS);
  await stop();
});

it("a tick that fails is logged, and the next one runs on schedule", async () => {
  let begun = 0;
  const fail = async () => {
    throw new Error(`tick ${++begun}`);
  };
  const stop = tickEach(PACE_MS, fail, onFailure);
  await vi.advanceTimersByTimeAsync(3 * PACE_MS);
  expect(failures).toEqual(["Error: tick 1", "Error: tick 2", "Error: tick 3"]);
  await stop();
});

it("a stop waits for the tick under way, however it ends, and no other begins", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  const wait = () => {
    begun++;
    return promise;
  };
  const stop = tickEach(PACE_MS, wait, onFailure);
  await vi.advanceTimersByTimeAsync(PACE_MS);
  let isOver = false;
  const stopping = stop().then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(10 * PACE_MS);
  expect([begun, isOver]).toEqual([1, false]);
  resolve();
  await stopping;
  expect(begun).toBe(1);
});
