import { expect, it } from "vitest";
import { blockDct, blocksWithin, FREQUENCIES } from "#inference/forensics/compression/block-dct.ts";
import { BLOCK } from "#inference/forensics/upload/jpeg-grid.ts";
import { luma, type Raster } from "#inference/imaging/raster.ts";
import { seededRandom } from "#lab/material/random.ts";
import { forensicNets } from "../nets.ts";

const nets = await forensicNets();
const random = seededRandom(11);
/** More blocks than the graph is given at once, and neither side a multiple of one. */
const SIZE = { width: 515, height: 357 };
const noise: Raster = {
  ...SIZE,
  data: Uint8Array.from({ length: SIZE.width * SIZE.height * 3 }, () => 10 + random() * 235),
};

/** A coefficient as ISO/IEC 10918-1, A.3.3 defines it. */
function coefficient(values: Float32Array, left: number, top: number, row: number, column: number): number {
  const factor = (frequency: number) => (frequency === 0 ? Math.SQRT1_2 : 1);
  const angle = (place: number, frequency: number) => ((2 * place + 1) * frequency * Math.PI) / 16;
  let sum = 0;
  for (let y = 0; y < BLOCK; y++) {
    for (let x = 0; x < BLOCK; x++) {
      const value = values[(top + y) * SIZE.width + left + x]!;
      sum += value * Math.cos(angle(y, row)) * Math.cos(angle(x, column));
    }
  }
  return (factor(row) * factor(column) * sum) / 4;
}

it("gives the magnitudes of the standard's transform for each whole block of the grid", async () => {
  const grid = blocksWithin(noise, { x: 1, y: 0, width: 600, height: 400 }, { x: 3, y: 5 });
  expect(grid).toEqual({ columns: 64, rows: 44, left: 3, top: 5 });
  const magnitudes = await blockDct(nets.block_dct, noise, grid);
  const values = luma(noise);
  for (const i of [0, 63, 64, 2047, 2048, 64 * 44 - 1]) {
    const [x, y] = [3 + (i % 64) * BLOCK, 5 + Math.floor(i / 64) * BLOCK];
    for (const [f, [row, column]] of FREQUENCIES.entries()) {
      expect(magnitudes[f]![i]).toBeCloseTo(Math.abs(coefficient(values, x, y, row, column)), 2);
    }
  }
});

it("looks at one row of blocks in so many, as at all of them", async () => {
  const grid = blocksWithin(noise, { x: 1, y: 0, width: 600, height: 400 }, { x: 3, y: 5 });
  const all = await blockDct(nets.block_dct, noise, grid);
  const some = await blockDct(nets.block_dct, noise, grid, 3);
  for (const [f, values] of some.entries()) {
    expect(values).toHaveLength(15 * 64);
    for (const row of [0, 1, 14]) {
      expect(values.slice(row * 64, (row + 1) * 64)).toEqual(all[f]!.slice(3 * row * 64, (3 * row + 1) * 64));
    }
  }
});

it("looks at the twenty frequencies next to the mean", () => {
  expect(FREQUENCIES).toHaveLength(20);
  expect(FREQUENCIES.every(([row, column]) => row + column >= 1 && row + column <= 5)).toBe(true);
  expect(new Set(FREQUENCIES.map(String)).size).toBe(20);
});

it.each([0, 1, 254, 255])("takes a block with a channel at %i for no evidence", async (extreme) => {
  const touched = { ...noise, data: noise.data.slice() };
  touched.data[(4 * SIZE.width + 12) * 3 + 2] = extreme;
  const grid = blocksWithin(touched, { x: 0, y: 0, width: 24, height: 8 }, { x: 0, y: 0 });
  const magnitudes = await blockDct(nets.block_dct, touched, grid);
  expect(magnitudes.map((values) => values[1])).toEqual(FREQUENCIES.map(() => 0));
  expect(magnitudes[0]![0]).toBeGreaterThan(0);
  expect(magnitudes[0]![2]).toBeGreaterThan(0);
});

it("has no blocks where the box holds none", () => {
  const { columns, rows } = blocksWithin(noise, { x: 9, y: 9, width: 12, height: 12 }, { x: 0, y: 0 });
  expect(columns * rows).toBe(0);
});
