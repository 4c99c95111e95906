import sharp from "sharp";
import { expect, it } from "vitest";
import { nonAlignedGrid } from "#inference/forensics/compression/non-aligned-grid.ts";
import { BLOCK } from "#inference/forensics/upload/jpeg-grid.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import { seededRandom } from "#lab/material/random.ts";
import { forensicModels } from "../models.ts";

const models = await forensicModels();
const SIZE = { width: 480, height: 360 };
const own = { x: 0, y: 0 };

/** Soft blotches of every size, as coefficients of every size need. */
async function image(): Promise<Buffer> {
  const random = seededRandom(8);
  const data = Buffer.from(Array.from({ length: SIZE.width * SIZE.height * 3 }, () => random() * 255));
  const raw = { raw: { ...SIZE, channels: 3 } } as const;
  return sharp(data, raw).blur(1.2).normalise({ lower: 0, upper: 100 }).linear(0.8, 25).png().toBuffer();
}

const find = async (content: Buffer) => {
  const raster = await decodeImage(content);
  return nonAlignedGrid(models.grid_periodicity, raster, { x: 0, y: 0, ...SIZE }, own);
};

const first = await sharp(await image())
  .jpeg({ quality: 60 })
  .toBuffer();
const cropped = (left: number, top: number) =>
  sharp(first).extract({ left, top, width: SIZE.width - 20, height: SIZE.height - 20 });

it.each([
  [3, 6],
  [0, 1],
  [12, 4],
] as const)("finds the grid of the first save in an image cropped by %i and %i pixels", async (left, top) => {
  const grid = { x: (BLOCK - (left % BLOCK)) % BLOCK, y: (BLOCK - (top % BLOCK)) % BLOCK };
  expect(await find(await cropped(left, top).png().toBuffer())).toEqual(grid);
  expect(await find(await cropped(left, top).jpeg({ quality: 90 }).toBuffer())).toEqual(grid);
});

it.each([
  ["saved once", () => Promise.resolve(first)],
  ["saved again as it was", () => sharp(first).jpeg({ quality: 90 }).toBuffer()],
  ["cropped by whole blocks", () => cropped(16, 8).jpeg({ quality: 90 }).toBuffer()],
  ["never compressed", image],
  ["resized", () => sharp(first).resize(430).png().toBuffer()],
])("finds no other grid in an image that was %s", async (_, make) => {
  expect(await find(await make())).toBeUndefined();
});

it("has no grid if no window holds detail", async () => {
  const flat = await decodeImage(
    await sharp({ create: { ...SIZE, channels: 3, background: "#fff" } })
      .png()
      .toBuffer(),
  );
  expect(await nonAlignedGrid(models.grid_periodicity, flat, { x: 0, y: 0, ...SIZE }, own)).toBeUndefined();
});
