import sharp from "sharp";
import { expect, it } from "vitest";
import { scoreOf } from "#inference/forensics/measure/calibration.ts";
import { screenshot } from "#inference/forensics/recapture/screenshot.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { noisyPicture, paper } from "#lab/material/capture/noisy-picture.ts";
import { forensicNets, uploadAs } from "../nets.ts";

const SIDE = 330;
const nets = await forensicNets();

const encoder = ({ data }: Raster) => sharp(data, { raw: { width: SIDE, height: SIDE, channels: 3 } });

const scores = async (raster: Raster, content: Buffer) =>
  (await screenshot.measure(await uploadAs(content, { raster }), nets)).map(scoreOf);

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
