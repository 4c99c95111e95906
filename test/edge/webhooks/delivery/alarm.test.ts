import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DispatchAlarm, GIVE_UP_MS, RETRY_MS } from "#edge/webhooks/delivery/alarm.ts";
import type { Dispatcher } from "#edge/webhooks/delivery/dispatcher.ts";

/** The results of the dispatchers' runs, in the order of the dispatchers; a hung one returns none. */
let answers: (() => Promise<number | null>)[];
let opened: number;
let alarms: number[];
let failures: unknown[];
let hints: number;
let alarm: DispatchAlarm;

const hung = () => new Promise<never>(() => undefined);
const clock = () => Date.now();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockReturnValue(undefined);
  [answers, opened, alarms, failures, hints] = [[], 0, [], [], 0];
  alarm = new DispatchAlarm({
    async open() {
      const answer = answers[opened++] ?? (async () => null);
      const hint = () => {
        hints++;
      };
      return { run: answer, hint } as Partial<Dispatcher> as Dispatcher;
    },
    async setAlarm(at) {
      alarms.push(at);
    },
    clock,
    onFailure: (error) => failures.push(error),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("a run that hangs is given up in its time, and the next one has a dispatcher of its own", async () => {
  answers = [hung, async () => 7];
  const first = alarm.ring();
  await vi.advanceTimersByTimeAsync(GIVE_UP_MS - 1);
  expect(alarms).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await first;
  expect(failures).toMatchObject([{ code: "service_unavailable" }]);
  expect(alarms).toEqual([clock() + RETRY_MS]);
  await alarm.ring();
  expect([opened, alarms.at(-1)]).toEqual([2, 7]);
});

it("a run that fails is followed by another soon, by the same dispatcher", async () => {
  let runs = 0;
  answers = [
    async () => {
      if (runs++ === 0) throw new Error("the database is away");
      return null;
    },
  ];
  await alarm.ring();
  expect(failures).toHaveLength(1);
  expect(alarms).toEqual([clock() + RETRY_MS]);
  await alarm.ring();
  expect([opened, runs, alarms.length]).toEqual([1, 2, 1]);
});

it("a dispatcher that cannot be opened is opened by the next run", async () => {
  const open = vi.fn(async () => Promise.reject(new Error("no settings")));
  const closed = new DispatchAlarm({
    open,
    setAlarm: async (at) => void alarms.push(at),
    clock,
    onFailure: (error) => failures.push(error),
  });
  for (let n = 0; n < 2; n++) await closed.ring();
  expect(open).toHaveBeenCalledTimes(2);
  expect(alarms).toEqual([clock() + RETRY_MS, clock() + RETRY_MS]);
});

it("a hint while it runs reaches the run, and is followed by another one at once", async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  answers = [() => promise];
  const ringing = alarm.ring();
  await vi.advanceTimersByTimeAsync(0);
  await alarm.wake();
  expect([hints, alarms]).toEqual([1, []]);
  resolve(null);
  await ringing;
  expect(alarms).toEqual([clock()]);
});

it("one that rests is woken at once, and rests for good when nothing waits", async () => {
  await alarm.wake();
  expect(alarms).toEqual([clock()]);
  await alarm.ring();
  expect(alarms).toHaveLength(1);
});
