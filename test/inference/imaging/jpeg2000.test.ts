import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeContainer, decodePixels } from "#inference/imaging/decode.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { openChipImage } from "#inference/imaging/upload/open.ts";
import { codestreamOf, jp2Of, paletteBox, withSize } from "#test/harness/trust/jpeg2000.ts";

let raster: Raster;
let codestream: Uint8Array;
beforeAll(async () => {
  const { width, height } = { width: 90, height: 120 };
  const data = Uint8Array.from({ length: 3 * width * height }, (_, i) => (i * 7 + (i >> 8)) & 255);
  raster = { width, height, data };
  codestream = await codestreamOf(raster);
});

const decode = async (content: Uint8Array) => decodeContainer(openChipImage(content), decodePixels);
const reason = (content: Uint8Array) =>
  decode(content).then(
    () => "decoded",
    (error) => error.reason,
  );
const changed = (at: number, value: number) => codestream.map((byte, i) => (i === at ? value : byte));

describe("the face image of a chip", () => {
  it("is decoded to the same pixels from a codestream and a JP2 file", async () => {
    for (const content of [codestream, jp2Of(codestream)]) {
      const decoded = await decode(content);
      expect([decoded.width, decoded.height]).toEqual([90, 120]);
      expect(Buffer.compare(decoded.data, raster.data)).toBe(0);
    }
  });

  it("is decoded from grey to three equal colours", async () => {
    const grey = await decode(jp2Of(await codestreamOf(raster, true), 17));
    expect(
      Buffer.compare(
        grey.data,
        raster.data.map((_, i) => raster.data[i - (i % 3)]!),
      ),
    ).toBe(0);
  });

  it("is decoded from a JPEG", async () => {
    const jpeg = await sharp(raster.data, { raw: { width: 90, height: 120, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect(await decode(jpeg)).toMatchObject({ width: 90, height: 120 });
  });

  it("of 40,000 by 40,000 pixels is rejected by its header, within a second", async () => {
    const started = performance.now();
    expect(await reason(jp2Of(withSize(codestream, 40_000, 40_000)))).toBe("too_large");
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it.each<[string, (content: Uint8Array) => Uint8Array, string]>([
    ["is neither JPEG nor JPEG 2000", () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47), "unsupported_type"],
    ["has a side under 48 pixels", (content) => withSize(content, 47, 120), "too_small"],
    ["has over 4 megapixels", (content) => withSize(content, 2_000, 2_001), "too_large"],
    ["has more than 256 tiles", () => changed(27, 1).map((byte, i) => (i === 31 ? 1 : byte)), "unreadable"],
    ["has tiles of no width", () => changed(27, 0), "unreadable"],
    ["has two components", () => changed(41, 2), "unreadable"],
    ["has components of 12 bits", () => changed(42, 11), "unreadable"],
    ["has halved colours", () => changed(46, 2), "unreadable"],
    ["has another colour space", (content) => jp2Of(content, 18), "unreadable"],
    ["has a palette", (content) => jp2Of(content, 16, [paletteBox]), "unreadable"],
    ["has no codestream", (content) => jp2Of(content).subarray(0, 80), "unreadable"],
    ["ends in its header", (content) => content.subarray(0, 45), "unreadable"],
    ["ends after its header", (content) => content.subarray(0, 60), "unreadable"],
  ])("is rejected if it %s", async (_, change, expected) => {
    expect(await reason(change(codestream))).toBe(expected);
  });
});
