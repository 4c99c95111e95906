import { expect, it } from "vitest";
import { measurable } from "../../../../inference/forensics/print/glyphs.ts";

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
