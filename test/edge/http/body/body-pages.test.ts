import { beforeEach, expect, it } from "vitest";
import { BodyPages } from "../../../../edge/http/body/body-pages.ts";

const block = (...bytes: number[]) => Uint8Array.from(bytes);

let pages: BodyPages;
beforeEach(() => {
  pages = new BodyPages(100);
});

it("a block is moved, and the place that it had is empty and gone", () => {
  const given = block(1, 2, 3);
  expect([...pages.take(given)]).toEqual([1, 2, 3]);
  expect(given).toHaveLength(0);
});

it("pieces that follow each other are one file without a copy", () => {
  const [first, second] = [pages.take(block(1, 2, 3)), pages.take(block(4, 5, 6))];
  const file = pages.whole([first.subarray(1), second.subarray(0, 2)]);
  expect([...file]).toEqual([2, 3, 4, 5]);
  expect(file.buffer).toBe(first.buffer);
});

it("pieces that do not follow each other are copied into one", () => {
  const [first, second] = [pages.take(block(1, 2, 3)), pages.take(block(4, 5, 6))];
  expect([...pages.whole([first, block(9), second])]).toEqual([1, 2, 3, 9, 4, 5, 6]);
  expect([...pages.whole([second, first])]).toEqual([4, 5, 6, 1, 2, 3]);
  expect([...pages.whole([])]).toEqual([]);
});

it("all that was made of a body ends with it", () => {
  const taken = pages.take(block(1, 2, 3));
  const [run, copy] = [pages.whole([taken]), pages.whole([taken, block(4)])];
  pages.free();
  expect([taken.length, run.length, copy.length]).toEqual([0, 0, 0]);
});

it("a body has no more bytes than it may have", () => {
  pages.take(new Uint8Array(100));
  expect(() => pages.take(block(1))).toThrow(RangeError);
});
