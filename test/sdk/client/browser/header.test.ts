import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readHeader } from "#sdk/client/browser/image/header.ts";
import { breachOf, LIMITS, sidesToTry } from "#sdk/client/browser/image/limits.ts";

const image = () =>
  sharp({ create: { width: 321, height: 123, channels: 3, background: "#357" } }).withMetadata();

describe("a file's header", () => {
  it("returns the type and size of every accepted format", async () => {
    const files = {
      "image/jpeg": [image().jpeg(), image().jpeg({ progressive: true })],
      "image/png": [image().png()],
      "image/webp": [image().webp(), image().webp({ lossless: true })],
    };
    for (const [type, forms] of Object.entries(files)) {
      for (const form of forms) {
        const bytes = await form.toBuffer();
        expect(readHeader(bytes)).toEqual({ type, width: 321, height: 123 });
        // A view into a larger buffer is read from its own start.
        const shifted = new Uint8Array([1, 2, 3, ...bytes]).subarray(3);
        expect(readHeader(shifted)?.width).toBe(321);
      }
    }
  });

  it("is none for other types and for what is cut short, and no bytes make it throw or hang", async () => {
    for (const file of [await image().gif().toBuffer(), await image().tiff().toBuffer(), new Uint8Array()]) {
      expect(readHeader(file)).toBeUndefined();
    }
    const jpeg = await image().jpeg().toBuffer();
    fc.assert(
      fc.property(fc.nat(jpeg.length - 1), fc.nat(255), fc.nat(jpeg.length), (at, value, length) => {
        const changed = Uint8Array.from(jpeg);
        changed[at] = value;
        readHeader(changed.subarray(0, length));
      }),
      { numRuns: 2_000 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 99 }), (bytes) => void readHeader(bytes)));
  });
});

describe("a file", () => {
  const header = (width: number, height: number) => ({ type: "image/jpeg" as const, width, height });

  it("is left as it is up to 10 MiB, 40 megapixels and 10,000 pixels a side", () => {
    expect(breachOf(header(8_000, 5_000), LIMITS.bytes, LIMITS)).toBeUndefined();
    expect(breachOf(header(8_000, 5_001), 1, LIMITS)).toBe("pixels");
    expect(breachOf(header(10_001, 1), 1, LIMITS)).toBe("pixels");
    expect(breachOf(header(1, 1), LIMITS.bytes + 1, LIMITS)).toBe("bytes");
    expect(breachOf(undefined, 1, LIMITS)).toBe("type");
  });

  it("that breaks a limit is tried at the largest size that fits, then smaller and smaller", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30_000 }),
        fc.integer({ min: 1, max: 30_000 }),
        (width, height) => {
          const sides = sidesToTry({ width, height }, LIMITS);
          const longest = Math.max(width, height);
          const other = Math.max(1, Math.round((Math.min(width, height) * sides[0]!) / longest));
          expect(breachOf(header(sides[0]!, other), 1, LIMITS)).toBeUndefined();
          if (breachOf(header(width, height), 1, LIMITS) === undefined) expect(sides[0]).toBe(longest);
          expect(sides).toEqual([...sides].sort((a, b) => b - a));
        },
      ),
    );
  });
});
