import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { decodable, decodeImage } from "#inference/imaging/decode.ts";
import { readMetadata } from "#inference/imaging/metadata.ts";
import { BOUNDS } from "#inference/imaging/upload/bounds.ts";
import { openUpload } from "#inference/imaging/upload/open.ts";
import { ImageRefusedError } from "#inference/imaging/upload/refusal.ts";
import { seededRandom } from "#lab/material/random.ts";
import { chunk, END, header, pixels, png } from "./png.ts";

const plain = (width: number, height: number, background = "#808080") =>
  sharp({ create: { width, height, channels: 3, background } });
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });

const refusal = (content: Uint8Array) =>
  decodeImage(content).then(
    () => "accepted",
    (error) => (error instanceof ImageRefusedError ? error.reason : `threw ${error}`),
  );

/** A PNG whose header claims a larger size than its few pixels. */
const pngClaiming = (width: number, height: number) => png(header({ width, height }), pixels(300, 300), END);

describe("the reason for a rejected upload", () => {
  it("is being empty", async () => {
    expect(await refusal(new Uint8Array())).toBe("empty");
  });

  it("is not being JPEG, PNG or WebP by its first bytes", async () => {
    const gif = await plain(300, 300).gif().toBuffer();
    const tiff = await plain(300, 300).tiff().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>');
    for (const content of [gif, tiff, svg, Buffer.from("hello"), Buffer.from([0xff, 0xd8])]) {
      expect(await refusal(content)).toBe("unsupported_type");
    }
  });

  it("is being cut short or corrupt, whatever was still legible", async () => {
    for (const content of [
      await noise(400, 400).jpeg().toBuffer(),
      await noise(400, 400).png().toBuffer(),
      await noise(400, 400).webp().toBuffer(),
    ]) {
      expect(await refusal(content)).toBe("accepted");
      expect(await refusal(content.subarray(0, content.length * 0.6))).toBe("unreadable");
      expect(await refusal(content.subarray(0, 24))).toBe("unreadable");
    }
  });

  it("is a short side under 200 px", async () => {
    expect(await refusal(await plain(400, 199).png().toBuffer())).toBe("too_small");
    expect(await refusal(await plain(200, 400).png().toBuffer())).toBe("accepted");
  });

  it("is a side over 10,000 px or more than 40 megapixels", async () => {
    expect(await refusal(await plain(10_001, 200).png().toBuffer())).toBe("too_large");
    expect(await refusal(await plain(10_000, 200).png().toBuffer())).toBe("accepted");
    expect(await refusal(await plain(6_400, 6_251).png().toBuffer())).toBe("too_large");
  });

  it("is an interlaced PNG of more than 128 MB of pixels, all of which its decoder would hold", async () => {
    const claiming = (interlaced: boolean, height: number, depth: number) =>
      refusal(png(header({ width: 5_000, height, depth, colour: 6, interlaced }), pixels(300, 200), END));
    expect(await claiming(true, 3_201, 16)).toBe("too_large");
    expect(await claiming(true, 3_200, 16)).toBe("unreadable");
    expect(await claiming(true, 6_400, 8)).toBe("unreadable");
    expect(await claiming(false, 3_201, 16)).toBe("unreadable");
  });

  it("is read from the header: a small file that claims a huge image is never decoded", async () => {
    const bomb = pngClaiming(60_000, 60_000);
    const started = performance.now();
    expect(await refusal(bomb)).toBe("too_large");
    expect(performance.now() - started).toBeLessThan(500);
    expect(await refusal(pngClaiming(9_000, BOUNDS.pixels / 9_000 - 1))).toBe("unreadable");
  });
});

describe("a small image that asks for much (H2)", () => {
  it("is decoded without its texts, and no text that unfolds to more than 512 KiB is read", async () => {
    const bomb = (size: number) =>
      chunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(size, "A"))]));
    const bombs = Array.from({ length: 30 }, () => bomb(7_000_000));
    const file = png(header({ width: 300, height: 300 }), ...bombs, bomb(5), pixels(300, 300), END);
    const before = process.memoryUsage.rss();
    expect(await refusal(file)).toBe("accepted");
    expect(readMetadata(file).texts).toEqual(["Comment AAAAA"]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100e6);
  });
});

describe("a decoded image", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "stands as libvips would turn it, of EXIF orientation %i",
    async (orientation) => {
      const size = { width: 260, height: 210, channels: 3 } as const;
      const random = seededRandom(orientation);
      const noise = Buffer.from(Array.from({ length: 260 * 210 * 3 }, () => random() * 256));
      const file = await sharp(noise, { raw: size }).withMetadata({ orientation }).png().toBuffer();
      const { data, info } = await sharp(file).autoOrient().raw().toBuffer({ resolveWithObject: true });
      const decoded = await decodeImage(file);
      expect([decoded.width, decoded.height]).toEqual([info.width, info.height]);
      expect(Buffer.compare(decoded.data, data)).toBe(0);
    },
  );

  it("has alpha laid on white", async () => {
    const clear = {
      width: 200,
      height: 200,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    } as const;
    const { data } = await decodeImage(await sharp({ create: clear }).png().toBuffer());
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it("is sRGB with three channels, from grey, CMYK, 16 bits and other profiles", async () => {
    const grey = plain(200, 200, "#646464").greyscale().png();
    const cmyk = plain(200, 200, "#646464").toColourspace("cmyk").jpeg({ quality: 100 });
    const deep = plain(200, 200, "#646464").toColourspace("rgb16").png();
    for (const image of [grey, cmyk, deep]) {
      const { data } = await decodeImage(await image.toBuffer());
      expect(data.length).toBe(200 * 200 * 3);
      for (const value of data.subarray(0, 3)) expect(Math.abs(value - 100)).toBeLessThan(20);
    }
    const p3 = await plain(200, 200, "#00c800").withIccProfile("p3").png().toBuffer();
    const { data } = await decodeImage(p3);
    expect([...data.subarray(0, 3)].map((value) => Math.round(value / 10))).toEqual([0, 20, 0]);
  });

  it.each(["jpeg", "png", "webp"] as const)(
    "is the file's values if a %s has an sRGB profile",
    async (format) => {
      const profileOf = async (name: "srgb" | "p3") => {
        const file = await noise(200, 200).withIccProfile(name).toFormat(format).toBuffer();
        expect((await sharp(file).metadata()).icc).toBeDefined();
        return (await sharp(decodable(openUpload(file)).file).metadata()).icc;
      };
      expect(await profileOf("srgb")).toBeUndefined();
      expect(await profileOf("p3")).toBeDefined();
    },
  );
});
