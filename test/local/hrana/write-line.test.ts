import { expect, test } from "vitest";
import { WriteLine } from "#local/hrana/write-line.ts";

test("whoever waits for the lock gets it in the order they came", async () => {
  const line = new WriteLine(5_000);
  let holder: number | undefined = 0;
  const order: number[] = [];
  const waiters = [1, 2, 3, 4].map(async (n) => {
    await line.wait(() => {
      if (holder !== undefined) return { done: false } as const;
      holder = n;
      return { done: true } as const;
    });
    order.push(n);
    holder = undefined;
    line.released();
  });
  line.released();
  expect(order).toEqual([]);
  holder = undefined;
  line.released();
  await Promise.all(waiters);
  expect(order).toEqual([1, 2, 3, 4]);
});

test("who waits for longer than its patience goes without", async () => {
  const line = new WriteLine(120);
  expect(await line.wait(() => ({ done: false }) as { done: boolean })).toBeUndefined();
});
