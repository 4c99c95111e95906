import sharp from "sharp";
import { expect, it } from "vitest";
import { scoreOf } from "#inference/forensics/detector/calibration.ts";
import { INDICATORS } from "#inference/forensics/detector/indicators.ts";
import { clearestScreens } from "#inference/forensics/recapture/halftone.ts";
import { recapture } from "#inference/forensics/recapture/recapture.ts";
import { turningHue } from "#inference/forensics/recapture/turning-hue.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { showOnDisplay } from "#lab/material/capture/display.ts";
import { photograph, toLight } from "#lab/material/capture/phone-camera.ts";
import { seededRandom } from "#lab/material/random.ts";
import { forensicModels, imageAs } from "../models.ts";

const SIDE = 330;
const ALL = { x: 0, y: 0, width: SIDE, height: SIDE };
const models = await forensicModels();

type Light = (x: number, y: number, channel: number) => number;
const PAPER = [225, 215, 180] as const;

/** Paper in coloured light, under a sensor's noise. */
function image(light: Light): Raster {
  const random = seededRandom(5);
  const data = Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, i) => {
    const [channel, x, y] = [i % 3, Math.floor(i / 3) % SIDE, Math.floor(i / 3 / SIDE)];
    return PAPER[channel]! + light(x, y, channel) + (random() + random() - 1) * 6;
  });
  return { width: SIDE, height: SIDE, data };
}

/**
 * Stripes across a direction, in radians; each channel's are that many of their periods after the one before.
 */
const stripes =
  (period: number, angle: number, apart: number, strength = 6): Light =>
  (x, y, channel) => {
    const along = (x * Math.cos(angle) + y * Math.sin(angle)) / period;
    return strength * Math.sin(2 * Math.PI * (along + apart * channel));
  };

/** The signals that an image gives, with their scores. */
async function signals(raster: Raster) {
  const measured = await recapture.measure(imageAs(raster), models);
  return measured.map((each) => [INDICATORS[each.indicator], scoreOf(each) >= 0.5]);
}

it("stripes whose colours follow one another by a third are a display's, fine or coarse, at any angle", async () => {
  for (const [period, angle] of [
    [3.3, 0.2],
    [6, 1.2],
    [14, 0.7],
  ] as const) {
    expect(await signals(image(stripes(period, angle, 1 / 3)))).toEqual([["screen_recapture", true]]);
  }
});

const NEITHER = [
  ["screen_recapture", false],
  ["print_recapture", false],
];

/** A halftone screen in one ink, its lattice rotated by this many degrees. */
const screen =
  (period: number, degrees: number, ink: readonly number[]): Light =>
  (x, y, channel) => {
    const [first, second] = [degrees, degrees + 90].map((angle) =>
      stripes(period, (angle * Math.PI) / 180, 0, 1),
    );
    return -ink[channel]! * (first!(x, y, 0) + second!(x, y, 0));
  };
const CYAN = [8, 2, 0];
const MAGENTA = [1, 8, 2];
const BLACK = [5, 5, 5];

it("screens of dots that are turned by 30° against one another are a print's", async () => {
  for (const [cyan, magenta, black] of [
    [15, 75, 45],
    [21, 81, 51],
  ] as const) {
    const lights = [screen(3.7, cyan, CYAN), screen(3.7, magenta, MAGENTA), screen(3.7, black, BLACK)];
    const printed = image((x, y, channel) => lights.reduce((sum, light) => sum + light(x, y, channel), 0));
    expect(await signals(printed)).toEqual([
      ["screen_recapture", false],
      ["print_recapture", true],
    ]);
  }
});

it("a single lattice, as of a fabric or of security print, is no halftone, in one ink or in two alternating inks", async () => {
  for (const light of [
    screen(4.1, 20, BLACK),
    screen(5.5, 45, CYAN),
    stripes(5.5, 0.7, 0),
    stripes(5.5, 0.7, 1 / 2),
  ]) {
    expect(await signals(image(light))).toEqual(NEITHER);
  }
});

it("a drawing that is printed again and again is no halftone", async () => {
  const tile = 71;
  const random = seededRandom(8);
  const drawn = Array.from({ length: tile ** 2 }, () => (random() < 0.5 ? -60 : 0));
  const paper: Light = (x, y) => drawn[(y % tile) * tile + (x % tile)]!;
  expect(await signals(image(paper))).toEqual(NEITHER);
});

it("neither noise nor straight edges are a recapture, not even edges turned by 30° against one another", async () => {
  const edges: Light = (x, y) => {
    const depths = [20, 50, 80, 110, 140, 170].map((degrees) => {
      const angle = (degrees * Math.PI) / 180;
      return 90 - Math.abs((x - 165) * Math.cos(angle) + (y - 165) * Math.sin(angle));
    });
    return -120 / (1 + Math.exp(-Math.min(...depths) / 0.6));
  };
  for (const light of [() => 0, edges]) {
    expect(await signals(image(light))).toEqual(NEITHER);
  }
});

it("lines of one ink turn no hue, however regular they are", async () => {
  const ink = [-80, -30, -5] as const;
  const lines: Light = (x, y, channel) =>
    ink[channel]! * Math.max(0, Math.sin((y + 9 * Math.sin(x / 15)) / 3)) ** 4;
  expect(await turningHue(image(lines), ALL, models.hue_spectrum)).toBeLessThan(0.15);
});

it("hue that turns outwards, as a lens spreads colours, or one way here and another there is no display's", async () => {
  const light = (angle: number, turned: (x: number, y: number) => boolean): Light => {
    const [forth, back] = [stripes(6, angle, 1 / 3, 20), stripes(6, angle, -1 / 3, 20)];
    return (x, y, channel) => (turned(x, y) ? back : forth)(x, y, channel);
  };
  const at = (light: Light) => turningHue(image(light), ALL, models.hue_spectrum);
  for (const angle of [0.3, 1.2]) {
    expect(await at(light(angle, () => false))).toBeGreaterThan(1);
    const fringes = light(angle, (x, y) => (angle < 1 ? x : y) < SIDE / 2);
    expect(await at(fringes)).toBeLessThan(0.3);
  }
  const [left, right] = [stripes(6, 1.2, 1 / 3, 20), stripes(6, Math.PI - 1.2, 1 / 3, 20)];
  const down = await at((x, y, channel) => (x < SIDE / 2 ? left : right)(x, y, channel));
  expect(down).toBeGreaterThan(0.8);
  expect(down).toBeLessThan(0.9 * (await at(left))!);
});

it("a document that is too small for a window is not measured", async () => {
  const raster = image(() => 0);
  expect(await clearestScreens(raster, { ...ALL, width: 255 }, models.luma_spectrum)).toBeUndefined();
  expect(await clearestScreens(raster, { ...ALL, width: 256 }, models.luma_spectrum)).not.toBeUndefined();
  expect(await turningHue(raster, { ...ALL, height: 127 }, models.hue_spectrum)).toBeUndefined();
  const measured = (side: number) =>
    recapture.measure(imageAs(raster, { document: { x: 0, y: 0, width: side, height: side } }), models);
  expect((await measured(200)).map(({ indicator }) => indicator)).toEqual(["turning_hue"]);
  expect(await measured(100)).toEqual([]);
});

it("a pattern is looked for in the document alone", async () => {
  const beside = image((x, y, channel) => (x < 200 ? 0 : stripes(4, 0.5, 1 / 3, 20)(x, y, channel)));
  const left = { x: 0, y: 0, width: 190, height: SIDE };
  const right = { x: 200, y: 0, width: 130, height: SIDE };
  expect(await turningHue(beside, left, models.hue_spectrum)).toBeLessThan(0.3);
  expect(await turningHue(beside, right, models.hue_spectrum)).toBeGreaterThan(1.4);
});

it("a phone's photo of a display is distinguished from its photo of the same page on paper", async () => {
  const page = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#dcd6c8" } })
    .png()
    .toBuffer();
  const camera = { seed: 3, longSide: 600, coverage: 0.9, oversampling: 1.3, exposure: 1 };
  const shown = await showOnDisplay(page, 400, "stripes");
  const { data, info } = await sharp(page).raw().toBuffer({ resolveWithObject: true });
  const paper = toLight({ data, width: info.width, height: info.height });
  const turns = async (photo: { content: Buffer }) => {
    const raster = await decodeImage(photo.content);
    return turningHue(raster, { x: 60, y: 60, width: 480, height: 330 }, models.hue_spectrum);
  };
  expect(await turns(await photograph(shown.light, { ...camera, exposure: shown.exposure }))).toBeGreaterThan(
    0.4,
  );
  expect(await turns(await photograph(paper, camera))).toBeLessThan(0.25);
});
