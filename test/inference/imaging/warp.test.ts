import { describe, expect, it } from "vitest";
import { compose, IDENTITY, rotation, scaling, translation } from "#inference/geometry/transform.ts";
import { mirror, planes } from "#inference/imaging/pixels.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { crop } from "#inference/imaging/resize.ts";
import { warp } from "#inference/imaging/warp.ts";
import { seededRandom } from "#lab/material/random.ts";

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
  it("by the identity changes nothing", async () => {
    expect((await warp(speckled, IDENTITY, 40, 30)).data).toEqual(speckled.data);
  });

  it("by whole pixels moves the image and leaves the rest black", async () => {
    const moved = await warp(speckled, translation(-5, 3), 40, 30);
    expect(at(moved, 10, 4)).toEqual(at(speckled, 5, 7));
    expect(at(moved, 2, 4)).toEqual([0, 0, 0]);
    expect(at(moved, 10, 28)).toEqual([0, 0, 0]);
  });

  it("of a thin strip across an image shows what it shows of a strip of its own", async () => {
    const large = painted(900, 900, (x, y) => [(x + y) % 256, Math.floor(x / 4), Math.floor(y / 4)]);
    // 1,100 pixels of the source long and 40 high, at 45°: the box around it is most of the image.
    const strip = compose(compose(translation(70, 60), rotation(Math.PI / 4)), scaling(2));
    const whole = await warp(large, strip, 550, 20);
    const middle = await warp(large, compose(strip, translation(270, 0)), 12, 20);
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
