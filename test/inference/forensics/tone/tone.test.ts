import sharp from "sharp";
import { expect, it } from "vitest";
import { scoreOf } from "#inference/forensics/detector/calibration.ts";
import { colourRange, photocopy } from "#inference/forensics/recapture/photocopy.ts";
import { screenshot } from "#inference/forensics/recapture/screenshot.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { noisyImage, paper } from "#lab/material/capture/noisy-image.ts";
import { forensicModels, imageAs, uploadAs } from "../models.ts";

const SIDE = 200;
const models = await forensicModels();

type Colour = readonly [number, number, number];
const WHITE: Colour = [1, 1, 1];
const WARM: Colour = [1, 0.9, 0.72];
const PAPER: Colour = [225, 225, 225];
const INK: Colour = [60, 60, 60];
const BLUE: Colour = [130, 165, 200];

/** Three in ten rows are of the ink, under a light. */
function page(ink: Colour, light: Colour): Raster {
  const data = Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, i) => {
    const row = Math.floor(i / 3 / SIDE);
    return (row % 50 < 15 ? ink : PAPER)[i % 3]! * light[i % 3]!;
  });
  return { width: SIDE, height: SIDE, data };
}

async function look(raster: Raster) {
  const measured = await photocopy.measure(imageAs(raster), models);
  return measured.map((each) => [each.indicator, scoreOf(each)]);
}

it("a grey document is a photocopy under a lamp of any colour", async () => {
  for (const light of [WHITE, WARM]) {
    expect(await look(page(INK, light))).toEqual([["missing_colour", 1]]);
  }
});

it("a coloured document is no photocopy under a lamp of any colour", async () => {
  for (const light of [WHITE, WARM]) {
    expect(await look(page(BLUE, light))).toEqual([["missing_colour", 0]]);
  }
});

it("colours beside the document do not count, and dark pixels have none", async () => {
  const raster = page(BLUE, WHITE);
  expect(await colourRange(raster, { x: -5, y: 16, width: SIDE, height: 30 })).toBe(0);
  expect(await look(page(BLUE, [0.1, 0.1, 0.1]))).toEqual([]);
});

const WIDE = 330;
const encoder = ({ data }: Raster) => sharp(data, { raw: { width: WIDE, height: WIDE, channels: 3 } });

const scores = async (raster: Raster, content: Buffer) =>
  (await screenshot.measure(await uploadAs(content, { raster }), models)).map(scoreOf);

it("an image without noise passes for a screenshot; one whose compression took the noise away cannot tell", async () => {
  const drawn = noisyImage(WIDE, () => [240, 240, 235], 0);
  const taken = noisyImage(WIDE, paper);
  expect(await scores(drawn, await encoder(drawn).png().toBuffer())).toEqual([1]);
  expect(await scores(taken, await encoder(taken).png().toBuffer())).toEqual([0]);
  expect(await scores(drawn, await encoder(drawn).jpeg({ quality: 98 }).toBuffer())).toEqual([1]);
  for (const quality of [92, 60]) {
    expect(await scores(drawn, await encoder(drawn).jpeg({ quality }).toBuffer())).toEqual([]);
  }
});
