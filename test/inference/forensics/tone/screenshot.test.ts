import sharp from "sharp";
import { expect, it } from "vitest";
import { scoreOf } from "#inference/forensics/measure/calibration.ts";
import { noiseFloor, screenshot } from "#inference/forensics/recapture/screenshot.ts";
import { readUploadFile } from "#inference/forensics/upload/upload-file.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { noisyPicture, paper } from "#lab/material/capture/noisy-picture.ts";
import { forensicNets } from "../nets.ts";

const SIDE = 330;
const ALL = { x: 0, y: 0, width: SIDE, height: SIDE };
const nets = await forensicNets();

const encoder = ({ data }: Raster) => sharp(data, { raw: { width: SIDE, height: SIDE, channels: 3 } });

async function scores(raster: Raster, content: Buffer): Promise<number[]> {
  const file = await readUploadFile(content);
  const subject = { file, raster, document: ALL, lines: [] };
  return (await screenshot.measure(subject, nets)).map(scoreOf);
}

it("a picture without noise passes for a screenshot; one whose compression took the noise away cannot tell", async () => {
  const drawn = noisyPicture(SIDE, () => [240, 240, 235], 0);
  const taken = noisyPicture(SIDE, paper);
  expect(await scores(drawn, await encoder(drawn).png().toBuffer())).toEqual([1]);
  expect(await scores(taken, await encoder(taken).png().toBuffer())).toEqual([0]);
  expect(await scores(drawn, await encoder(drawn).jpeg({ quality: 98 }).toBuffer())).toEqual([1]);
  for (const quality of [92, 60]) {
    expect(await scores(drawn, await encoder(drawn).jpeg({ quality }).toBuffer())).toEqual([]);
  }
});

it("the noise of the plainest fifth counts, in levels of light", () => {
  // The sum of two uniform numbers within ±3 has this deviation.
  const deviation = 3 * 2 * Math.sqrt(1 / 6);
  const half = noisyPicture(SIDE, (x, y) =>
    x < SIDE / 2 ? [128, 128, 128] : [(x * y * 7) % 200, (x * y * 31) % 200, 90],
  );
  expect(noiseFloor(half, ALL)).toBeGreaterThan(deviation * 0.75);
  expect(noiseFloor(half, ALL)).toBeLessThan(deviation * 1.05);
  expect(noiseFloor(half, { ...ALL, width: 7 })).toBe(0);
});
