import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { UploadBudget, type UploadHold } from "../../../edge/limits/upload-budget.ts";

const LARGEST = 150;

it("never holds more than its capacity, but for one larger upload alone, whatever is taken and given back", () => {
  const step = fc.record({ bytes: fc.integer({ min: 0, max: 120 }), giveBack: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const budget = new UploadBudget(100, () => 0);
      const held: { bytes: number; hold: UploadHold }[] = [];
      for (const { bytes, giveBack } of steps) {
        if (giveBack) held.pop()?.hold.release();
        const hold = budget.take(bytes);
        const sum = held.reduce((all, each) => all + each.bytes, 0);
        expect(hold !== undefined).toBe(sum === 0 || sum + bytes <= 100);
        if (hold !== undefined) held.push({ bytes, hold });
      }
    }),
  );
});

it("takes a hold back from a caller that hung up and never gave it", () => {
  let now = 0;
  const budget = new UploadBudget(100, () => now);
  budget.take(100)?.received(100);
  now = 89_999;
  expect(budget.take(1)).toBeUndefined();
  now = 90_000;
  expect(budget.take(100)).toBeDefined();
});

it("counts a slow sender with what it has sent, so that it keeps nobody out", () => {
  let now = 0;
  const budget = new UploadBudget(100, () => now);
  const slow = budget.take(100);
  slow?.received(10);
  now = 1_999;
  expect(budget.take(1)).toBeUndefined();
  now = 2_000;
  expect(budget.take(91)).toBeUndefined();
  expect(budget.take(90)).toBeDefined();
});

it.each([undefined, "", "x", "-5"])("lets a body in only alone when its length is %j", async (declared) => {
  const budget = new UploadBudget(100, Date.now);
  const holds = [await budget.admit("60", LARGEST), await budget.admit("40", LARGEST)];
  let isIn = false;
  const waiting = budget.admit(declared, LARGEST).then(() => {
    isIn = true;
  });
  holds[0]?.release();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(isIn).toBe(false);
  holds[1]?.release();
  await waiting;
  expect(budget.take(1)).toBeUndefined();
});

it("leaves what is larger than a request may be to its reader, which refuses it at once", async () => {
  const budget = new UploadBudget(100, Date.now);
  await budget.admit("100", LARGEST);
  await expect(budget.admit("151", LARGEST)).resolves.toBeDefined();
});

it("refuses with 503 and Retry-After after twenty seconds in vain", async () => {
  vi.useFakeTimers();
  try {
    const budget = new UploadBudget(100, Date.now);
    (await budget.admit("100", LARGEST)).received(100);
    const refused = expect(budget.admit("1", LARGEST)).rejects.toMatchObject({
      code: "service_unavailable",
      retryAfter: 2,
    });
    await vi.advanceTimersByTimeAsync(20_100);
    await refused;
  } finally {
    vi.useRealTimers();
  }
});
