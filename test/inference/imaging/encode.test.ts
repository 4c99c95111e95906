import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { decodeImage } from "#inference/imaging/decode.ts";
import { encodeShown } from "#inference/imaging/encode.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { chunk } from "./png.ts";

const [WIDTH, HEIGHT] = [320, 240];

/** An image with four channels, each with its own gradient. */
const scene = () => {
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    data.set(
      [(x * 255) / WIDTH, (y * 255) / HEIGHT, 255 - (x * 255) / WIDTH, 255 - (y * 200) / HEIGHT],
      i * 4,
    );
  }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } });
};

/** A PNG with one more chunk after its header. */
async function withChunk(type: string, content: Buffer): Promise<Uint8Array> {
  const file = await scene().removeAlpha().png().toBuffer();
  const afterHeader = 8 + 25;
  const parts = [file.subarray(0, afterHeader), chunk(type, content), file.subarray(afterHeader)];
  return Buffer.concat(parts);
}

function gamma(value: number): Buffer {
  const content = Buffer.alloc(4);
  content.writeUInt32BE(value);
  return content;
}

/** The largest mean difference of a channel between the shown and the checked image, 0..255. */
async function difference(shown: Uint8Array, judged: Raster): Promise<number> {
  const { data, info } = await sharp(shown).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([judged.width, judged.height, 3]);
  const sums = [0, 0, 0];
  data.forEach((value, i) => {
    sums[i % 3]! += Math.abs(value - judged.data[i]!);
  });
  return Math.max(...sums) / (data.length / 3);
}

describe("M3: the image shown is the image that was checked", () => {
  it.each<[string, () => Promise<Uint8Array>]>([
    ["a PNG whose gamma would turn it black in a browser", () => withChunk("gAMA", gamma(2_000))],
    ["a PNG whose gamma would turn it white in a browser", () => withChunk("gAMA", gamma(4_000_000))],
    ["a PNG with primaries of its own", () => withChunk("cHRM", Buffer.alloc(32, 1))],
    ["a PNG that says HDR", () => withChunk("cICP", Buffer.from([9, 16, 0, 1]))],
    ["a PNG with another profile", () => scene().removeAlpha().withIccProfile("p3").png().toBuffer()],
    ["a PNG that is transparent", () => scene().png().toBuffer()],
    ["a WebP that is transparent", () => scene().webp({ lossless: true }).toBuffer()],
    [
      "a JPEG that lies on its side",
      () => scene().flatten().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ],
    [
      "a WebP that lies on its side",
      () => scene().flatten().withMetadata({ orientation: 8 }).webp().toBuffer(),
    ],
  ])("%s", async (_, make) => {
    const judged = await decodeImage(await make());
    const shown = await encodeShown(judged);
    expect(await difference(shown, judged)).toBeLessThan(2.5);
    const { format, orientation, icc, exif, xmp, hasAlpha } = await sharp(shown).metadata();
    expect({ format, orientation, icc, exif, xmp, hasAlpha }).toEqual({
      ...{ format: "jpeg", orientation: undefined, hasAlpha: false },
      ...{ icc: undefined, exif: undefined, xmp: undefined },
    });
  });
});

it("takes at most 4 MiB, whatever the image", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 90 } as const;
  const [width, height] = [3_000, 2_000];
  const { data } = await sharp({ create: { width, height, channels: 3, background: "black", noise } })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const shown = await encodeShown({ width, height, data });
  expect(shown.length).toBeLessThanOrEqual(4 * 1024 * 1024);
  const { width: shownWidth } = await sharp(shown).metadata();
  expect(shownWidth).toBeLessThan(width);
  expect(shownWidth).toBeGreaterThan(width / 3);
});
