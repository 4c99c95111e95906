import { describe, expect, it } from "vitest";
import { apply } from "#inference/geometry/transform.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { turn, unturning } from "#inference/imaging/turn.ts";

/** Three by two pixels, each of its own red. */
const raster: Raster = {
  width: 3,
  height: 2,
  data: Uint8Array.from([1, 2, 3, 4, 5, 6].flatMap((red) => [red, 0, 100 + red])),
};
const reds = ({ data }: Raster) => [...data].filter((_, i) => i % 3 === 0);

it("turns clockwise by quarters", () => {
  expect(reds(turn(raster, 1))).toEqual([4, 1, 5, 2, 6, 3]);
  expect(reds(turn(raster, 2))).toEqual([6, 5, 4, 3, 2, 1]);
  expect(reds(turn(raster, 3))).toEqual([3, 6, 2, 5, 1, 4]);
  expect(turn(raster, 1)).toMatchObject({ width: 2, height: 3 });
});

describe.each([0, 1, 2, 3] as const)("%i quarters", (turns) => {
  it("lead back to where each pixel came from", () => {
    const turned = turn(raster, turns);
    const back = unturning(raster, turns);
    for (let y = 0; y < turned.height; y++) {
      for (let x = 0; x < turned.width; x++) {
        const from = apply(back, { x: x + 0.5, y: y + 0.5 });
        const at = (Math.floor(from.y) * raster.width + Math.floor(from.x)) * 3;
        expect(turned.data[(y * turned.width + x) * 3]).toBe(raster.data[at]);
      }
    }
  });
});
