import sharp from "sharp";
import { expect, it } from "vitest";
import { copyMove } from "#inference/forensics/copy-move/copy-move.ts";
import { findKeypoints, KEYPOINT_MARGIN } from "#inference/forensics/copy-move/keypoints.ts";
import type { Box } from "#inference/geometry/boxes.ts";
import { luma } from "#inference/imaging/raster.ts";
import { noisyImage } from "#lab/material/capture/noisy-image.ts";
import { drawText } from "#lab/material/documents/text.ts";
import { between, seededRandom } from "#lab/material/random.ts";
import { forensicModels, uploadAs } from "../models.ts";

const models = await forensicModels();
const [WIDTH, HEIGHT] = [960, 640];
/** Keypoints that genuine documents do not reach, on the material that the calibration is fitted on. */
const SUSPECT = 18;
const ALL = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const WORDS = { x: 95, y: 88, width: 330, height: 44 };

/** Print under a camera's noise; each line has its words and their positions. */
async function photo(
  lines: readonly (readonly [words: string, x: number, y: number])[],
  { size = 34, noise = 4, drawn: more = "" } = {},
) {
  const drawn = lines.map(([words, x, y]) => drawText(words, x, y, { font: "bold", size, fill: "#222" }));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><linearGradient id="g" x2=".4" y2="1"><stop stop-color="#ece6d8"/><stop offset="1" stop-color="#b0bcc6"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/>${drawn.join("")}${more}</svg>`;
  const data = await sharp(Buffer.from(svg)).removeAlpha().blur(0.7).raw().toBuffer();
  const random = seededRandom(3);
  for (let i = 0; i < data.length; i++)
    data[i] = data[i]! + noise * (between(random, -1, 1) + between(random, -1, 1));
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();
}

const lines = [
  ["HARRISON 4QX81L", 100, 120],
  ["MARGUERITE", 140, 260],
  ["12 MARCH 1991", 180, 420],
] as const;
const print = await photo(lines);

const moved = async (from: Box, left: number, top: number, photo = print) => {
  const { x, y, width, height } = from;
  const input = await sharp(photo).extract({ left: x, top: y, width, height }).png().toBuffer();
  return sharp(photo).composite([{ input, left, top }]);
};

const paper = { width: WIDTH, height: HEIGHT, channels: 3, background: "#fff" } as const;

async function measured(content: Buffer, document: Box = ALL) {
  const [found, ...others] = await copyMove.measure(await uploadAs(content, { document }), models);
  expect(others).toEqual([]);
  expect(found!.indicator).toBe("copied_patch");
  return found!;
}

it("a patch that occurs twice in the image is found, and the copy is distinguished from its source", async () => {
  for (const [left, top] of [[331, 517] as const, [402, 21] as const]) {
    const { value, region } = await measured(await (await moved(WORDS, left, top)).png().toBuffer());
    expect(value).toBeGreaterThan(25);
    expect(region).toEqual({ ...WORDS, x: left, y: top });
  }
});

it.each([
  ["another compression", 20, [{ quality: 75 }]],
  ["two saves that roughen each pixel", 30, [{ quality: 50 }, { quality: 60, quantisationTable: 3 }]],
])("a copy shows through %s", async (_, off, saves) => {
  let saved = await (await moved(WORDS, 331, 517)).png().toBuffer();
  for (const save of saves) saved = await sharp(saved).jpeg(save).toBuffer();
  const { value, region } = await measured(saved);
  expect(value).toBeGreaterThan(25);
  expect(Math.abs(region!.x - 331) + Math.abs(region!.y - 517)).toBeLessThan(off);
});

it("equal words that were printed twice are no copy", async () => {
  const elsewhere = await photo([...lines, ["HARRISON 4QX81L", 331.4, 520.3]]);
  expect((await measured(elsewhere)).value).toBeLessThan(SUSPECT);
  const nearly = await photo([lines[0], ["HARRISON 4QX81L", 331.05, 320]], { noise: 0.5 });
  expect((await measured(nearly)).value).toBeLessThan(SUSPECT);
  const exactly = await photo([...lines, ["HARRISON 4QX81L", 331, 520]], { noise: 9 });
  expect((await measured(exactly)).value).toBeLessThan(SUSPECT);
});

it("a patch that overlaps its copy is a pattern", async () => {
  // Each filler is a little bolder than the one before, and so most like its neighbours.
  const fillers = Array.from({ length: 24 }, (_, i) => {
    return `<path d="M${60 + i * 30} 300l-18 11 18 11" fill="none" stroke="#222" stroke-width="${4 + i * 0.02}"/>`;
  });
  expect((await measured(await photo([], { drawn: fillers.join(""), noise: 0.5 }))).value).toBeLessThan(
    SUSPECT,
  );
});

it("a patch that occurs a third time is a printed pattern, not a copy", async () => {
  const tile = await sharp(print).extract({ left: 100, top: 80, width: 160, height: 160 }).png().toBuffer();
  const at = (left: number, top: number) => ({ input: tile, left, top });
  const twice = [at(60, 40), at(520, 300)];
  const drawn = (places: typeof twice) => sharp({ create: paper }).composite(places).png().toBuffer();
  expect((await measured(await drawn(twice))).value).toBeGreaterThan(SUSPECT);
  expect((await measured(await drawn([...twice, at(300, 440)]))).value).toBeLessThan(SUSPECT);
});

it("at an offset at which the page repeats in several places lies its print and no copy", async () => {
  const words = (left: number, top: number) =>
    sharp(print).extract({ left, top, width: 150, height: 50 }).png();
  const tiles = await Promise.all([words(100, 85), words(260, 85), words(150, 230)].map((t) => t.toBuffer()));
  const drawn = (count: number) => {
    const places = tiles.slice(0, count).flatMap((input, i) => {
      return [0, 412].map((right) => ({ input, left: 60 + 31 * i + right, top: 40 + 190 * i }));
    });
    return sharp({ create: paper }).composite(places).png().toBuffer();
  };
  expect((await measured(await drawn(1))).value).toBeGreaterThan(SUSPECT);
  expect((await measured(await drawn(3))).value).toBeLessThan(SUSPECT);
});

it("of two printed blocks some letters are alike, of a copy most", async () => {
  const letters = [..."HXARK"].flatMap((letter, i) =>
    [0, 300].map((down) => [letter, 100 + 34 * i, 100 + 32 * i + down] as const),
  );
  // Different small print, beside the slanted letters.
  const random = seededRandom(8);
  const ticks = letters.flatMap(([, x, y]) =>
    Array.from({ length: 110 }, () => {
      const left = between(random, 96, 262);
      const at = `${Math.abs(left - x - 12) < 26 ? -50 : left} ${y - between(random, -4, 26)}`;
      return `<path d="M${at}l${between(random, -6, 6)} ${between(random, -6, 6)}" stroke="#222" stroke-width="2"/>`;
    }),
  );
  expect((await measured(await photo(letters, { noise: 0.5 }))).value).toBeGreaterThan(SUSPECT);
  const drawn = ticks.join("");
  expect((await measured(await photo(letters, { noise: 0.5, drawn }))).value).toBeLessThan(SUSPECT);
});

it("a copy's outline never overlaps its source", async () => {
  const side = 160;
  const tile = await sharp(print).extract({ left: 100, top: 80, width: side, height: side }).png().toBuffer();
  const beside = [0, side].map((right) => ({ input: tile, left: 100 + right, top: 80 }));
  const { value, region } = await measured(await sharp({ create: paper }).composite(beside).png().toBuffer());
  expect(value).toBeGreaterThan(SUSPECT);
  expect(region!.width).toBeLessThanOrEqual(side);
});

it("looks at the document only", async () => {
  const copied = await (await moved(WORDS, 331, 517)).png().toBuffer();
  expect((await measured(copied, { x: 0, y: 0, width: WIDTH, height: 480 })).value).toBeLessThan(SUSPECT);
});

it("finds copies of small print in small images", async () => {
  const small = await photo([["HARRISON 4QX81L", 100, 120]], { size: 9, noise: 2 });
  const from = { x: 98, y: 111, width: 96, height: 11 };
  const document = { x: 0, y: 0, width: 640, height: 400 };
  const copied = await (await moved(from, 233, 207, small)).png().toBuffer();
  const { value, region } = await measured(copied, document);
  expect(value).toBeGreaterThan(SUSPECT);
  expect(Math.abs(region!.width - from.width)).toBeLessThan(16);
});

it("keypoints of an image that is searched in tiles are the strongest of all of it", async () => {
  const [width, height] = [900, 900];
  // A pattern, so that many are equally strong: those come from top to bottom and from left to right.
  const level = (x: number, y: number) => 60 + (((x % 29) * (y % 31)) % 97);
  const raster = noisyImage(width, (x, y) => [level(x, y), level(x, y), level(x, y)], 0);
  const { peaks } = await models.keypoints.run({
    luma: { data: luma(raster), dims: [1, 1, height, width] },
  });
  const columns = width - 2 * KEYPOINT_MARGIN;
  const all = Array.from(peaks!.data as Float32Array, (value, i) => {
    const [x, y] = [KEYPOINT_MARGIN + (i % columns), KEYPOINT_MARGIN + Math.floor(i / columns)];
    return { x, y, response: value };
  });
  const points = all.filter(({ response }) => response >= 2);
  const expected = points.toSorted((a, b) => b.response - a.response).slice(0, 2000);
  const box = { x: 0, y: 0, width, height };
  expect(await findKeypoints(raster, box, 2000, models.keypoints)).toEqual(expected);
});
