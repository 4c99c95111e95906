import { expect, it } from "vitest";
import {
  basisImage,
  blockDct,
  blocksWithin,
  FREQUENCIES,
  putLuma,
} from "#inference/forensics/compression/block-dct.ts";
import { whole } from "#inference/geometry/boxes.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import type { Model } from "#inference/runtime/session.ts";
import { seededRandom } from "#lab/material/random.ts";

/** The graph `block_dct`, pixel by pixel. */
const model = {
  async run({ blocks }: { blocks: { data: Float32Array; dims: readonly number[] } }) {
    const count = blocks.dims[0]!;
    const data = Float32Array.from({ length: FREQUENCIES.length * count }, (_, i) => {
      const weights = basisImage(FREQUENCIES[Math.floor(i / count)]!);
      const from = (i % count) * weights.length;
      return Math.abs(weights.reduce((sum, weight, at) => sum + weight * blocks.data[from + at]!, 0));
    });
    return { magnitudes: { data, dims: [FREQUENCIES.length, count] } };
  },
} as unknown as Model;

it("blocks are transformed from their own pixels, row by row, and are 0 where a channel is clipped", async () => {
  const random = seededRandom(2);
  const [width, height] = [67, 43];
  const data = Uint8Array.from({ length: width * height * 3 }, () => 2 + Math.floor(252 * random()));
  // Of the blocks from 3, 5 on: the third has a black channel at its end, the fifth a white one at its start.
  data[((5 + 7) * width + 3 + 23) * 3 + 2] = 1;
  data[(5 * width + 3 + 32) * 3] = 254;
  const raster: Raster = { width, height, data };
  const grid = blocksWithin(raster, whole(raster), { x: 3, y: 5 });
  const found = await blockDct(model, raster, grid, 2);
  expect(grid).toEqual({ columns: 8, rows: 4, left: 3, top: 5 });
  const block = new Float32Array(64);
  for (let i = 0; i < 16; i++) {
    putLuma(raster, 3 + (i % 8) * 8, 5 + Math.floor(i / 8) * 16, 8, block, 0);
    const meant = (await model.run({ blocks: { data: block, dims: [1, 64] } })).magnitudes!
      .data as Float32Array;
    for (const [f, value] of meant.entries()) expect(found[f]![i]).toBeCloseTo(value, 2);
    expect(found[0]![i] === 0).toBe(i === 2 || i === 4);
  }
});
