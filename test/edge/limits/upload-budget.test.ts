import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { UploadBudget } from "../../../edge/limits/upload-budget.ts";

it("never holds more than its capacity, whatever is taken and given back", () => {
  const step = fc.record({ bytes: fc.integer({ min: 0, max: 120 }), giveBack: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const budget = new UploadBudget(100, () => 0);
      const held: { bytes: number; release: () => void }[] = [];
      for (const { bytes, giveBack } of steps) {
        if (giveBack) held.pop()?.release();
        const release = budget.take(bytes);
        const sum = held.reduce((all, each) => all + each.bytes, 0);
        expect(release !== undefined).toBe(sum + bytes <= 100);
        if (release !== undefined) held.push({ bytes, release });
      }
    }),
  );
});

it("takes a hold back from a caller that hung up and never gave it", () => {
  let now = 0;
  const budget = new UploadBudget(100, () => now);
  expect(budget.take(100)).toBeDefined();
  now = 89_999;
  expect(budget.take(1)).toBeUndefined();
  now = 90_000;
  expect(budget.take(100)).toBeDefined();
});

it.each([undefined, "", "x", "-5"])("lets a body in only alone when its length is %j", async (declared) => {
  const budget = new UploadBudget(100, Date.now);
  const releases = [await budget.admit("60"), await budget.admit("40")];
  let isIn = false;
  const waiting = budget.admit(declared).then(() => {
    isIn = true;
  });
  releases[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(isIn).toBe(false);
  releases[1]?.();
  await waiting;
  expect(budget.take(1)).toBeUndefined();
});

it("leaves what is larger than a request may be to its reader, which refuses it at once", async () => {
  const budget = new UploadBudget(100, Date.now);
  await budget.admit("100");
  expect(await budget.admit("101")).toBeTypeOf("function");
});

it("refuses with 503 and Retry-After after twenty seconds in vain", async () => {
  vi.useFakeTimers();
  try {
    const budget = new UploadBudget(100, Date.now);
    await budget.admit("100");
    const refused = expect(budget.admit("1")).rejects.toMatchObject({
      code: "service_unavailable",
      retryAfter: 2,
    });
    await vi.advanceTimersByTimeAsync(20_100);
    await refused;
  } finally {
    vi.useRealTimers();
  }
});
