import sharp from "sharp";
import { expect, it } from "vitest";
import { scoreOf } from "#inference/forensics/detector/calibration.ts";
import { resampling } from "#inference/forensics/resampling.ts";
import { seededRandom } from "#lab/material/random.ts";
import { forensicModels, uploadAs } from "../models.ts";

const models = await forensicModels();
const [WIDTH, HEIGHT] = [900, 560];
const portrait = { x: 51, y: 43, width: 293, height: 363 };
const document = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

const CAMERA = { blur: 0.7, grain: 6 };

/** Soft shapes under noise, as a camera takes anything. */
async function photo(width: number, height: number, seed: number, { blur, grain } = CAMERA): Promise<Buffer> {
  const random = seededRandom(seed);
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    return 140 + 50 * Math.sin(x / 23) * Math.cos(y / 17) + grain * (random() + random() - 1);
  });
  return sharp(data, { raw: { width, height, channels: 3 } })
    .blur(blur)
    .png()
    .toBuffer();
}

const page = await photo(WIDTH, HEIGHT, 1);

/** The page with a portrait that was `scale` times as small before, and a JPEG. */
async function pasted(scale: number, quality = 60): Promise<Buffer> {
  const [width, height] = [Math.round(portrait.width / scale), Math.round(portrait.height / scale)];
  const source = await sharp(await photo(width, height, 2))
    .jpeg({ quality })
    .toBuffer();
  return laid(await stretched(source));
}

const stretched = (image: Buffer) =>
  sharp(image).resize(portrait.width, portrait.height, { fit: "fill" }).png().toBuffer();

const laid = (input: Buffer) =>
  sharp(page)
    .composite([{ input, left: portrait.x, top: portrait.y }])
    .jpeg({ quality: 95 })
    .toBuffer();

async function look(content: Buffer, found: { portrait?: typeof portrait } = { portrait }) {
  const measured = await resampling.measure(await uploadAs(content, found), models);
  return measured.map((each) => ({ ...each, score: scoreOf(each) }));
}

it.each([
  [1.3, 60],
  [1.6, 70],
])(
  "a portrait made %d times larger, from a JPEG of quality %d, shows the blocks that it had",
  async (scale, quality) => {
    const [found] = await look(await pasted(scale, quality));
    expect(found).toMatchObject({ indicator: "resampled_portrait", region: portrait });
    expect(found!.score).toBeGreaterThanOrEqual(0.5);
  },
);

it("one without blocks shows how it was interpolated", async () => {
  const [width, height] = [Math.round(portrait.width / 1.3), Math.round(portrait.height / 1.3)];
  const input = await stretched(await photo(width, height, 2, { blur: 0.3, grain: 16 }));
  expect((await look(await laid(input)))[0]!.score).toBeGreaterThanOrEqual(0.5);
});

it("a portrait that was taken with its page does not", async () => {
  const content = await sharp(page).jpeg({ quality: 90 }).toBuffer();
  expect((await look(content))[0]!.score).toBe(0);
});

it("nor does one in an image that was made larger or smaller as a whole", async () => {
  const jpeg = await sharp(page).jpeg({ quality: 60 }).toBuffer();
  for (const width of [1010, 560]) {
    const content = await sharp(jpeg).resize(width).jpeg({ quality: 95 }).toBuffer();
    const scale = width / WIDTH;
    const { x, y, width: across, height: down } = portrait;
    const box = { x: x * scale, y: y * scale, width: across * scale, height: down * scale };
    expect((await look(content, { portrait: box }))[0]!.score).toBeLessThan(0.5);
  }
});

it("nothing is measured without a portrait, of a small one, or if there is no page beside it", async () => {
  const content = await pasted(1.6);
  expect(await look(content, {})).toEqual([]);
  expect(await look(content, { portrait: { ...portrait, width: 60 } })).toEqual([]);
  expect(await look(content, { portrait: document })).toEqual([]);
});
