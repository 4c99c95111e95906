import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Replaceable, Replacements } from "../../../inference/processes/replacements.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HALF_A_MINUTE = 30_000;
const failures: string[] = [];
const failed = ({ message }: Error) => void failures.push(message);

/** Places of which each takes a second to be replaced; `most` is how many were replaced at a time. */
function places(count: number, hasWorked: (i: number) => boolean = () => true) {
  const seen = { replaced: [] as number[], most: 0 };
  let now = 0;
  const place = (i: number): Replaceable => ({
    hasWorked: hasWorked(i),
    async replace() {
      seen.most = Math.max(seen.most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      now--;
      seen.replaced.push(i);
    },
  });
  return { seen, all: Array.from({ length: count }, (_, i) => place(i)) };
}

it("after an erasure each process that has worked is replaced, one after the other", async () => {
  const { seen, all } = places(4, (i) => i !== 2);
  const replacements = new Replacements(all, failed, Date.now);
  replacements.noteErasure();
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE + 1_500);
  expect(seen).toEqual({ replaced: [0], most: 1 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(seen).toEqual({ replaced: [0, 1, 3], most: 1 });
  replacements.close();
});

it("of many processes an eighth is replaced at a time", async () => {
  const { seen, all } = places(64);
  const replacements = new Replacements(all, failed, Date.now);
  replacements.noteErasure();
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE + 8_500);
  expect([seen.most, seen.replaced.length]).toEqual([8, 64]);
  replacements.close();
});

it("one that cannot be replaced is told of, keeps no other from it, and is tried again a minute later", async () => {
  const { seen, all } = places(1);
  const broken = { hasWorked: true, replace: () => Promise.reject(new Error("no model")) };
  const replacements = new Replacements([broken, ...all], failed, Date.now);
  replacements.noteErasure();
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE + 1_500);
  expect([failures, seen.replaced]).toEqual([["no model"], [0]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failures).toEqual(["no model", "no model"]);
  replacements.close();
});

it("no round begins once it is closed", async () => {
  const { seen, all } = places(1);
  const replacements = new Replacements(all, failed, Date.now);
  replacements.noteErasure();
  replacements.close();
  replacements.noteErasure();
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  expect(seen.replaced).toEqual([]);
});
