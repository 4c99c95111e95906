import { describe, expect, it } from "vitest";
import type { Box } from "#inference/geometry/boxes.ts";
import {
  compose,
  IDENTITY,
  rotation,
  scaling,
  type Transform,
  translation,
} from "#inference/geometry/transform.ts";
import { mirror, planes } from "#inference/imaging/pixels.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { crop, resize } from "#inference/imaging/resize.ts";
import { sample } from "#inference/imaging/sample.ts";
import { warp } from "#inference/imaging/warp.ts";
import { seededRandom } from "#lab/material/random.ts";
import { sample as bilinear } from "./bilinear.ts";
import { resized } from "./triangle.ts";

function painted(width: number, height: number, colour: (x: number, y: number) => number[]): Raster {
  const pixels = Array.from({ length: width * height }, (_, n) => colour(n % width, Math.floor(n / width)));
  return { width, height, data: Uint8Array.from(pixels.flat()) };
}

const random = seededRandom(7);
const speckled = painted(40, 30, () => [random() * 256, random() * 256, random() * 256]);
const at = ({ width, data }: Raster, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

describe("a warp", () => {
  it("by the identity changes nothing", () => {
    expect(warp(speckled, IDENTITY, 40, 30).data).toEqual(speckled.data);
  });

  it("by whole pixels moves the image and leaves the rest black", () => {
    const moved = warp(speckled, translation(-5, 3), 40, 30);
    expect(at(moved, 10, 4)).toEqual(at(speckled, 5, 7));
    expect(at(moved, 2, 4)).toEqual([0, 0, 0]);
    expect(at(moved, 10, 28)).toEqual([0, 0, 0]);
  });

  it("of a thin strip across an image shows what it shows of a strip of its own", () => {
    const large = painted(900, 900, (x, y) => [(x + y) % 256, Math.floor(x / 4), Math.floor(y / 4)]);
    // 1,100 pixels of the source long and 40 high, at 45°: the box around it is most of the image.
    const strip = compose(compose(translation(70, 60), rotation(Math.PI / 4)), scaling(2));
    const whole = warp(large, strip, 550, 20);
    const middle = warp(large, compose(strip, translation(270, 0)), 12, 20);
    for (const [x, y] of [
      [3, 4],
      [8, 10],
      [6, 15],
    ] as const) {
      const [one, other] = [at(whole, 270 + x, y), at(middle, x, y)];
      expect(Math.abs(one[1]! - other[1]!)).toBeLessThanOrEqual(2);
      expect(Math.abs(one[2]! - other[2]!)).toBeLessThanOrEqual(2);
    }
  });
});

/** Over large images, so that a view has several tiles and a source several strips. */
const large = painted(700, 520, (x, y) => [random() * 256, (x * 7 + y) % 256, (x ^ y) & 255]);
const differences = (a: Raster, b: Raster) => a.data.map((value, i) => Math.abs(value - b.data[i]!));

describe("a bilinear view", () => {
  it.each<[string, Transform, number, number]>([
    ["turned, and wider than the image", compose(translation(-120, 60), rotation(0.4)), 900, 600],
    ["in perspective", [1, 0.1, 3, 0.05, 0.9, 8, 2e-4, 3e-4, 1], 700, 500],
    ["enlarged, across the image's corner", compose(translation(-4, -3), scaling(0.1)), 300, 301],
    ["wholly outside", translation(900, 0), 40, 30],
  ])("%s is the same in the kernel as pixel by pixel, to one level", (_, toSource, width, height) => {
    const off = differences(sample(large, toSource, width, height), bilinear(large, toSource, width, height));
    expect(off.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(1);
    // The kernel's places have 24 bits: a value halfway between two levels may go to either.
    expect(off.filter((by) => by > 0).length).toBeLessThanOrEqual(0.03 * off.length);
  });

  it("without a place in the image is black", () => {
    const nowhere = [Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1] as const;
    expect(sample(large, nowhere, 30, 20).data.every((value) => value === 0)).toBe(true);
  });
});

describe("an image of another size", () => {
  it.each<[string, number, number, Box]>([
    ["a little smaller", 500, 300, { x: 0, y: 0, width: 700, height: 520 }],
    ["a part, three times smaller", 101, 77, { x: 33, y: 41, width: 307, height: 240 }],
    ["nine times smaller", 75, 60, { x: 0, y: 0, width: 700, height: 520 }],
    ["narrower alone", 30, 520, { x: 0, y: 0, width: 700, height: 520 }],
    ["larger", 400, 300, { x: 601, y: 401, width: 99, height: 119 }],
  ])("%s has the same pixels in the kernels as one by one, to one level", (_, width, height, part) => {
    const off = differences(resize(large, width, height, part), resized(large, width, height, part));
    expect(off.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(1);
  });

  it("is the part itself if that has the size", () => {
    const part = { x: 5, y: 6, width: 20, height: 10 };
    expect(resize(speckled, 20, 10, part)).toEqual(crop(speckled, part));
  });
});

describe("pixels", () => {
  it("become planes in the order asked for", () => {
    const { data, dims } = planes(speckled, "bgr");
    expect(dims).toEqual([1, 3, 30, 40]);
    expect([data[5], data[1200 + 5], data[2400 + 5]]).toEqual(at(speckled, 5, 0).reverse());
    expect(planes(speckled, "rgb").data[1200 + 41]).toBe(at(speckled, 1, 1)[1]);
  });

  it("are mirrored left to right, and twice is nothing", () => {
    expect(at(mirror(speckled), 39, 11)).toEqual(at(speckled, 0, 11));
    expect(mirror(mirror(speckled)).data).toEqual(speckled.data);
  });

  it("are cropped to what lies inside, and not at all outside", () => {
    const part = crop(speckled, { x: 35.2, y: -4, width: 20, height: 10.5 });
    expect([part.width, part.height]).toEqual([5, 7]);
    expect(at(part, 0, 0)).toEqual(at(speckled, 35, 0));
    expect(() => crop(speckled, { x: 50, y: 0, width: 5, height: 5 })).toThrow(RangeError);
  });
});
