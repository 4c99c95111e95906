import { expect, it } from "vitest";
import { foreignPatches } from "#inference/forensics/compression/foreign-patches.ts";

/** Evidence of blocks: `inside` in a patch of columns 20..29 and rows 10..14, `outside` elsewhere. */
function evidence(columns: number, rows: number, inside: number, outside: number): Float64Array {
  return Float64Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    return x >= 20 && x < 30 && y >= 10 && y < 15 ? inside : outside;
  });
}

const grid = { columns: 60, rows: 40, left: 3, top: 5 };
const PATCH = { x: 3 + 20 * 8, y: 5 + 10 * 8, width: 80, height: 40 };

it("finds nothing if all blocks share the history, or if no block has evidence", () => {
  expect(foreignPatches(evidence(60, 40, -0.5, -0.5), grid)).toEqual([]);
  expect(foreignPatches(evidence(60, 40, 0, 0), grid)).toEqual([]);
  expect(foreignPatches(new Float64Array(0), { columns: 0, rows: 0, left: 0, top: 0 })).toEqual([]);
});

it("finds several disjoint patches", () => {
  const values = evidence(60, 40, 2, -0.5);
  for (let x = 40; x < 44; x++) values[30 * 60 + x] = 3;
  const patches = foreignPatches(values, grid);
  expect(patches.map(({ box }) => box)).toEqual([
    PATCH,
    { x: 3 + 40 * 8, y: 5 + 30 * 8, width: 32, height: 8 },
  ]);
});

it("weighs the blocks of a large image together, to the last column and row", () => {
  const [columns, rows] = [301, 201];
  const large = { columns, rows, left: 0, top: 0 };
  const [patch] = foreignPatches(evidence(columns, rows, 2, -0.5), large);
  expect(patch!.box).toEqual({ x: 160, y: 80, width: 80, height: 48 });
  const [all] = foreignPatches(new Float64Array(columns * rows).fill(1), large);
  expect(all!.box).toEqual({ x: 0, y: 0, width: columns * 8, height: rows * 8 });
});
