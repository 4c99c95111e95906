import { expect, it } from "vitest";
import { scoreOf } from "#inference/forensics/measure/calibration.ts";
import { colourRange, photocopy } from "#inference/forensics/recapture/photocopy.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { forensicNets, pictureAs } from "../nets.ts";

const SIDE = 200;
const nets = await forensicNets();

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
  const measured = await photocopy.measure(pictureAs(raster), nets);
  return measured.map((each) => [each.trace, scoreOf(each)]);
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

it("colours beside the document do not count, and in the dark none can be told", async () => {
  const raster = page(BLUE, WHITE);
  expect(await colourRange(raster, { x: -5, y: 16, width: SIDE, height: 30 })).toBe(0);
  expect(await look(page(BLUE, [0.1, 0.1, 0.1]))).toEqual([]);
});
