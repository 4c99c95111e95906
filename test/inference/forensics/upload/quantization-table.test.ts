import sharp from "sharp";
import { expect, it } from "vitest";
import { jpegSegments, lumaSteps, standardQuality } from "#inference/forensics/upload/upload-file.ts";

const image = () => sharp({ create: { width: 240, height: 240, channels: 3, background: "#8899aa" } });
const stepsOf = (content: Uint8Array) => lumaSteps(jpegSegments(content));

it("reads luma's steps row by row: at quality 50 those of ISO/IEC 10918-1, table K.1", async () => {
  const steps = stepsOf(await image().jpeg({ quality: 50 }).toBuffer());
  expect(steps.slice(0, 16)).toEqual([16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55]);
  expect(steps[63]).toBe(99);
});

it("ignores a table that is truncated at any byte", async () => {
  const jpeg = await image().jpeg({ quality: 50 }).toBuffer();
  for (let end = 0; end < 700; end++) {
    const steps = stepsOf(jpeg.subarray(0, end));
    expect([1, 16]).toContain(steps[0]);
  }
});

it("gives the quality at which libjpeg makes a luma table, and undefined for other tables", async () => {
  for (const quality of [1, 30, 45, 50, 75, 91]) {
    expect(standardQuality(stepsOf(await image().jpeg({ quality }).toBuffer()))).toBe(quality);
  }
  expect(standardQuality(stepsOf(await image().jpeg({ quality: 100 }).toBuffer()))).toBeUndefined();
  expect(standardQuality(stepsOf(await image().jpeg({ quantizationTable: 4 }).toBuffer()))).toBeUndefined();
  expect(standardQuality(stepsOf(await image().png().toBuffer()))).toBeUndefined();
});
