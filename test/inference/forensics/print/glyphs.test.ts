import { expect, it } from "vitest";
import { measurable, stripReader } from "#inference/forensics/print/glyphs.ts";

const raster = { width: 1_000, height: 800, data: new Uint8Array(0) };
const line = (y: number, width = 700, height = 30) => ({ box: { x: 20, y, width, height } });

it("the print of every line of a page is measured", () => {
  const page = Array.from({ length: 25 }, (_, i) => line(30 * i));
  expect(measurable(raster, page)).toEqual(page);
});

it("a line whose box is most of the picture, since it lies across, is left out", () => {
  const across = line(10, 900, 700);
  expect(measurable(raster, [across, line(5)])).toEqual([line(5)]);
});

it("the lines that are measured are together no larger than two pictures", () => {
  const tilted = Array.from({ length: 200 }, () => line(10, 900, 200));
  expect(measurable(raster, tilted).length).toBe(8);
});

it("a strip is read as well after a larger one", () => {
  const width = 60;
  const data = new Uint8Array(width * 40 * 3).fill(230);
  // Two upright strokes, of 3 × 20 pixels.
  for (const left of [10, 30])
    for (let y = 10; y < 30; y++) data.fill(20, (y * width + left) * 3, (y * width + left + 3) * 3);
  const picture = { width, height: 40, data };
  const [all, first] = [
    { x: 0, y: 0, width, height: 40 },
    { x: 6, y: 8, width: 12, height: 24 },
  ];
  const afterAll = stripReader(picture, [all, first]);
  expect(afterAll(all)?.glyphs).toHaveLength(2);
  expect(afterAll(first)).toEqual(stripReader(picture, [first])(first));
  expect(afterAll(first)?.glyphs).toEqual([{ left: 6, top: 4, right: 9, bottom: 24 }]);
});
