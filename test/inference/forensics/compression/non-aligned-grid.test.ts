import sharp from "sharp";
import { expect, it } from "vitest";
import { FREQUENCIES } from "#inference/forensics/compression/block-dct.ts";
import {
  FREQUENCY_COUNT,
  nonAlignedGrid,
  STEPS,
  WINDOW,
} from "#inference/forensics/compression/non-aligned-grid.ts";
import { BLOCK } from "#inference/forensics/upload/jpeg-grid.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import { seededRandom } from "#lab/material/random.ts";
import { forensicNets } from "../nets.ts";

const nets = await forensicNets();
const SIZE = { width: 480, height: 360 };
const own = { x: 0, y: 0 };

/** Soft blotches of every size, as coefficients of every size need. */
async function picture(): Promise<Buffer> {
  const random = seededRandom(8);
  const data = Buffer.from(Array.from({ length: SIZE.width * SIZE.height * 3 }, () => random() * 255));
  const raw = { raw: { ...SIZE, channels: 3 } } as const;
  return sharp(data, raw).blur(1.2).normalise({ lower: 0, upper: 100 }).linear(0.8, 25).png().toBuffer();
}

const find = async (content: Buffer) => {
  const raster = await decodeImage(content);
  return nonAlignedGrid(nets.grid_periodicity, raster, { x: 0, y: 0, ...SIZE }, own);
};

const first = await sharp(await picture())
  .jpeg({ quality: 60 })
  .toBuffer();
const cropped = (left: number, top: number) =>
  sharp(first).extract({ left, top, width: SIZE.width - 20, height: SIZE.height - 20 });

it.each([
  [3, 6],
  [0, 1],
  [12, 4],
] as const)(
  "finds the grid of the first save in a picture cropped by %i and %i pixels",
  async (left, top) => {
    const grid = { x: (BLOCK - (left % BLOCK)) % BLOCK, y: (BLOCK - (top % BLOCK)) % BLOCK };
    expect(await find(await cropped(left, top).png().toBuffer())).toEqual(grid);
    expect(await find(await cropped(left, top).jpeg({ quality: 90 }).toBuffer())).toEqual(grid);
  },
);

it.each([
  ["saved once", () => Promise.resolve(first)],
  ["saved again as it was", () => sharp(first).jpeg({ quality: 90 }).toBuffer()],
  ["cropped by whole blocks", () => cropped(16, 8).jpeg({ quality: 90 }).toBuffer()],
  ["never compressed", picture],
  ["resized", () => sharp(first).resize(430).png().toBuffer()],
])("finds no other grid in a picture that was %s", async (_, make) => {
  expect(await find(await make())).toBeUndefined();
});

it("has no grid where no window holds detail", async () => {
  const flat = await decodeImage(
    await sharp({ create: { ...SIZE, channels: 3, background: "#fff" } })
      .png()
      .toBuffer(),
  );
  expect(await nonAlignedGrid(nets.grid_periodicity, flat, { x: 0, y: 0, ...SIZE }, own)).toBeUndefined();
});

const COUNT = 60;

it("the graph adds up cosines of the multiples at each place of each window, for every step", async () => {
  const random = seededRandom(9);
  const windows = Float32Array.from({ length: COUNT * WINDOW ** 2 }, () => random() * 60);
  const { sums, counts } = await nets.grid_periodicity.run({
    windows: { data: windows, dims: [COUNT, 1, WINDOW, WINDOW] },
  });
  for (const [f, dy, dx, n] of [
    [0, 0, 0, 0],
    [2, 3, 7, 11],
    [FREQUENCY_COUNT - 1, 7, 7, STEPS.length - 1],
  ] as const) {
    let [sum, count] = [0, 0];
    for (let w = 0; w < COUNT; w++) {
      const pixel = (y: number, x: number) => windows[(w * WINDOW + dy + y) * WINDOW + dx + x]!;
      const multiple = Math.abs(coefficient(pixel, FREQUENCIES[f]!)) / STEPS[n]!;
      if (multiple <= 0.5 || multiple >= 8) continue;
      sum += Math.cos(2 * Math.PI * multiple);
      count++;
    }
    const at = ((f * BLOCK + dy) * BLOCK + dx) * STEPS.length + n;
    expect(counts!.data[at]).toBe(count);
    expect(sums!.data[at]).toBeCloseTo(sum, 2);
  }
});

/** ISO/IEC 10918-1, A.3.3. */
function coefficient(
  pixel: (y: number, x: number) => number,
  [row, column]: readonly [number, number],
): number {
  const wave = (place: number, frequency: number) =>
    (frequency === 0 ? Math.SQRT1_2 : 1) * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16);
  let sum = 0;
  for (let i = 0; i < BLOCK ** 2; i++) {
    const [y, x] = [Math.floor(i / BLOCK), i % BLOCK];
    sum += (pixel(y, x) * wave(y, row) * wave(x, column)) / 4;
  }
  return sum;
}
