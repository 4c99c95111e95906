import { describe, expect, it } from "vitest";
import { frameOf, placeBadges } from "#edge/dashboard/ui/drawing.tsx";

describe("what is marked on an image", () => {
  const size = { width: 1000, height: 600 };
  const text = [200, 100, 400, 40] as const;

  it("has a frame of its own size, and a larger one within the image if it is too small to be seen", () => {
    expect(frameOf(text, size)).toEqual(text);
    expect(frameOf([200, 100, 400, 3], size)).toEqual([200, 89, 400, 25]);
    expect(frameOf([0, 598, 2, 2], size)).toEqual([0, 575, 25, 25]);
  });

  it("has its number at a corner outside, and outside the image if it fills the image", () => {
    expect(placeBadges([text], size)).toEqual([[160, 60, 40, 40]]);
    expect(placeBadges([[0, 0, 1000, 600]], size)).toEqual([[-40, -40, 40, 40]]);
  });

  it("is covered by no number, and no number by another", () => {
    const frames = [0, 1, 2, 3].map((i) => [200, 100 + 50 * i, 400, 40] as const);
    const boxes = [...frames, ...placeBadges(frames, size)];
    const overlaps = boxes
      .flatMap((a, i) => boxes.slice(i + 1).map((b) => [a, b] as const))
      .filter(isOverlap);
    expect(overlaps).toEqual([]);
  });

  it("within another mark has its number on that one, and no number covers another", () => {
    const [outer, inner] = [
      [100, 100, 300, 400],
      [110, 110, 60, 50],
    ] as const;
    const [first, second] = placeBadges([outer, inner], size);
    expect([isOverlap([inner, first!]), isOverlap([inner, second!]), isOverlap([first!, second!])]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

type Box = readonly [x: number, y: number, width: number, height: number];
const isOverlap = ([[x, y, w, h], [left, top, width, height]]: readonly [Box, Box]) =>
  x < left + width && left < x + w && y < top + height && top < y + h;
