import sharp from "sharp";
import { expect, it } from "vitest";
import { copyMove } from "../../../inference/forensics/copy-move.ts";
import type { Box } from "../../../inference/geometry/boxes.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import { between, seededRandom } from "../../material/random.ts";
import { drawText } from "../../material/specimen-text.ts";
import { forensicNets } from "./nets.ts";

const nets = await forensicNets();
const [WIDTH, HEIGHT] = [960, 640];
const ALL = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const WORDS = { x: 95, y: 88, width: 330, height: 44 };

/** Print under a camera's noise; of each line its words, and where they begin. */
async function photo(lines: readonly (readonly [words: string, x: number, y: number])[], size = 34) {
  const drawn = lines.map(([words, x, y]) => drawText(words, x, y, { font: "bold", size, fill: "#222" }));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><linearGradient id="g" x2=".4" y2="1"><stop stop-color="#ece6d8"/><stop offset="1" stop-color="#b0bcc6"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/>${drawn.join("")}</svg>`;
  const data = await sharp(Buffer.from(svg)).removeAlpha().blur(0.7).raw().toBuffer();
  const random = seededRandom(3);
  for (let i = 0; i < data.length; i++) data[i] = data[i]! + between(random, -4, 4) + between(random, -4, 4);
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

const moved = async (from: Box, left: number, top: number) => {
  const { x, y, width, height } = from;
  const input = await sharp(print).extract({ left: x, top: y, width, height }).png().toBuffer();
  return sharp(print).composite([{ input, left, top }]);
};

async function measured(content: Buffer, document: Box = ALL) {
  const subject = { content, raster: await decodeImage(content), document, portrait: null, lines: [] };
  const [found, ...others] = await copyMove.measure(subject, nets);
  expect(others).toEqual([]);
  expect(found!.trace).toBe("copied_patch");
  return found!;
}

it("a patch that stands twice in the picture is found, and the copy told from what it was taken from", async () => {
  for (const [left, top] of [[331, 517] as const, [402, 21] as const]) {
    const { value, region } = await measured(await (await moved(WORDS, left, top)).png().toBuffer());
    expect(value).toBeGreaterThan(25);
    expect(region).toEqual({ ...WORDS, x: left, y: top });
  }
});

it("a copy shows through another compression", async () => {
  const saved = await (await moved(WORDS, 331, 517)).jpeg({ quality: 75 }).toBuffer();
  const { value, region } = await measured(saved);
  expect(value).toBeGreaterThan(25);
  expect(Math.abs(region!.x - 331) + Math.abs(region!.y - 517)).toBeLessThan(20);
});

it("equal words that were printed twice are no copy", async () => {
  const twice = await photo([...lines, ["HARRISON 4QX81L", 331.4, 520.3]]);
  expect((await measured(twice)).value).toBeLessThan(8);
});

it("what covers itself when it is moved is a pattern and no copy", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><pattern id="p" width="40" height="32" patternUnits="userSpaceOnUse"><rect width="40" height="32" fill="#eee"/><path d="M4 4l18 9-7 13z" fill="#345"/></pattern><rect width="100%" height="100%" fill="url(#p)"/></svg>`;
  expect((await measured(await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer())).value).toBeLessThan(
    8,
  );
});

it("looks at the document only", async () => {
  const copied = await (await moved(WORDS, 331, 517)).png().toBuffer();
  expect((await measured(copied, { x: 0, y: 0, width: WIDTH, height: 480 })).value).toBeLessThan(8);
});

it("finds copies of small print in small pictures", async () => {
  const small = await (await moved(WORDS, 331, 517)).png().toBuffer();
  const half = await sharp(small)
    .resize(WIDTH / 2)
    .png()
    .toBuffer();
  const content = await sharp(half)
    .composite([
      {
        input: await sharp(half).extract({ left: 68, top: 112, width: 130, height: 22 }).png().toBuffer(),
        left: 241,
        top: 31,
      },
    ])
    .png()
    .toBuffer();
  const { value, region } = await measured(content, { x: 0, y: 0, width: 480, height: 320 });
  expect(value).toBeGreaterThan(15);
  expect(region).toBeDefined();
});
