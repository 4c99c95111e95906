import { expect, it } from "vitest";
import { compose, IDENTITY, rotation, scaling, translation } from "#inference/geometry/transform.ts";
import { greyStrip } from "#inference/imaging/grey-strip.ts";
import { luma, type Raster } from "#inference/imaging/raster.ts";
import { warp } from "#inference/imaging/warp.ts";
import { seededRandom } from "#lab/material/random.ts";

function painted(width: number, height: number, grey: (x: number, y: number) => number): Raster {
  const pixels = Array.from({ length: width * height }, (_, n) => grey(n % width, Math.floor(n / width)));
  return { width, height, data: Uint8Array.from(pixels.flatMap((value) => [value, value, value])) };
}

const random = seededRandom(7);
const coloured: Raster = {
  width: 40,
  height: 30,
  data: Uint8Array.from({ length: 3600 }, () => random() * 256),
};
const ramp = painted(200, 200, (x) => x);

it("a strip by the identity is the image's luma", () => {
  const expected = luma(coloured);
  greyStrip(coloured, IDENTITY, 40, 30).forEach((value, at) => {
    expect(value).toBeCloseTo(expected[at]!, 3);
  });
});

it("a turned strip is what a warp shows there", async () => {
  const turned = compose(translation(90, 60), rotation(0.3));
  const expected = luma(warp(ramp, turned, 60, 20));
  greyStrip(ramp, turned, 60, 20).forEach((value, at) => {
    expect(Math.abs(value - expected[at]!)).toBeLessThan(1);
  });
});

it("a coarser strip averages what it covers, and keeps places", () => {
  const stripes = painted(90, 90, (x) => (x % 3 === 0 ? 255 : 0));
  const grey = greyStrip(stripes, compose(translation(1, 1), scaling(3)), 20, 20);
  expect(Math.max(...grey.map((value) => Math.abs(value - 85)))).toBeLessThan(1);
  const coarse = greyStrip(ramp, compose(translation(40, 30), scaling(2.2)), 30, 10);
  expect(Math.abs(coarse[5 * 30 + 12]! - (40 + 12.5 * 2.2 - 0.5))).toBeLessThan(0.1);
});
