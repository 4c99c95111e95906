import { describe, expect, it } from "vitest";
import {
  type Box,
  clipped,
  contains,
  inward,
  meets,
  outward,
  overlap,
  whole,
} from "#inference/geometry/boxes.ts";

const IMAGE = { width: 100, height: 80 };
const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

describe("a box", () => {
  it("is cut at the image's edges, or so many pixels inside of them", () => {
    expect(clipped(box(-10, 20.5, 60, 200), IMAGE)).toEqual(box(0, 20.5, 50, 59.5));
    expect(clipped(box(-10, 20.5, 200, 200), IMAGE, 3)).toEqual(box(3, 20.5, 94, 56.5));
    expect(clipped(whole(IMAGE), IMAGE)).toEqual(whole(IMAGE));
  });

  it("has neither width nor height left outside of the image", () => {
    expect(clipped(box(120, -50, 10, 20), IMAGE)).toMatchObject({ width: 0, height: 0 });
    expect(clipped(box(-50, 90, 20, 10), IMAGE)).toMatchObject({ width: 0, height: 0 });
  });

  it("is covered by whole pixels, and covers whole pixels", () => {
    expect(outward(box(1.2, -1.2, 3, 4))).toEqual(box(1, -2, 4, 5));
    expect(inward(box(1.2, -1.2, 3, 4))).toEqual(box(2, -1, 2, 3));
    expect([outward(box(1, 2, 3, 4)), inward(box(1, 2, 3, 4))]).toEqual([box(1, 2, 3, 4), box(1, 2, 3, 4)]);
  });

  it.each([
    [1, 2, true],
    [3.9, 5.9, true],
    [4, 3, false],
    [2, 6, false],
  ])("contains its left and top edge, and not its right and bottom one: %d, %d", (x, y, isWithin) => {
    expect(contains(box(1, 2, 3, 4), { x, y })).toBe(isWithin);
  });

  it("meets what shares an area with it, and not what touches it", () => {
    expect(meets(box(0, 0, 2, 2), box(1, 1, 2, 2))).toBe(true);
    expect(meets(box(0, 0, 2, 2), box(2, 0, 2, 2))).toBe(false);
    expect(meets(box(0, 0, 2, 2), box(1, 3, 2, 2))).toBe(false);
  });

  it("overlaps another by the area of both over that of either", () => {
    expect(overlap(box(0, 0, 10, 10), box(0, 0, 10, 10))).toBe(1);
    expect(overlap(box(0, 0, 10, 10), box(5, 0, 10, 10))).toBeCloseTo(1 / 3);
    expect(overlap(box(0, 0, 10, 10), box(10, 0, 10, 10))).toBe(0);
  });
});
