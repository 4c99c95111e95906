import { expect, it } from "vitest";
import { scoreOf } from "#inference/forensics/detector/calibration.ts";
import type { Subject } from "#inference/forensics/detector/detector.ts";
import { seams } from "#inference/forensics/seams/seams.ts";
import { stretched } from "#inference/geometry/boxes.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { type Colour, noisyImage, paper } from "#lab/material/capture/noisy-image.ts";
import { forensicModels, imageAs } from "../models.ts";

const SIDE = 330;
const patch = { x: 101, y: 133, width: 120, height: 60 };
const models = await forensicModels();

const within = (x: number, y: number) =>
  x >= patch.x && x < patch.x + patch.width && y >= patch.y && y < patch.y + patch.height;

/** Scores and regions of the findings, by indicator. */
async function look(raster: Raster, known: Partial<Subject> = {}) {
  const measured = await seams.measure(imageAs(raster, known), models);
  return Object.fromEntries(
    measured.map((each) => [each.indicator, { score: scoreOf(each), region: each.region }]),
  );
}

const pasted = noisyImage(SIDE, (x, y) => (within(x, y) ? [190, 180, 150] : paper(x, y)));

it("a patch over the portrait or over text leaves a seam there, and nowhere else", async () => {
  const { seam_at_portrait, seam_at_text, seam_on_page } = await look(pasted, { portrait: patch });
  expect(seam_at_portrait!.score).toBeGreaterThanOrEqual(0.5);
  expect([seam_at_text!.score, seam_on_page!.score]).toEqual([0, 0]);
  const overText = await look(pasted, { lines: [{ box: patch, text: "" }] });
  expect(overText.seam_at_text!.score).toBeGreaterThanOrEqual(0.5);
  expect([overText.seam_at_portrait!.score, overText.seam_on_page!.score]).toEqual([0, 0]);
  const overBoth = await look(pasted, { portrait: patch, lines: [{ box: patch, text: "" }] });
  expect([overBoth.seam_at_portrait!.score, overBoth.seam_at_text!.score]).toEqual([
    seam_at_portrait!.score,
    0,
  ]);
});

it("a portrait's own edge may lie on the pixels at one side or two: only three make a seam", async () => {
  type Side = "left" | "top" | "right" | "bottom";
  const within = (x: number, y: number): [Side, depth: number][] => [
    ["left", x - patch.x],
    ["top", y - patch.y],
    ["right", patch.x + patch.width - 1 - x],
    ["bottom", patch.y + patch.height - 1 - y],
  ];
  const portrait = (...cut: readonly Side[]): Colour => {
    const print = ([side, depth]: [Side, number]) => {
      return cut.includes(side) ? Number(depth >= 0) : Math.min(1, Math.max(0, 1 + depth / 24));
    };
    return (x, y) => {
      const [red, green, blue] = paper(x, y);
      const ink = 60 * Math.min(...within(x, y).map(print));
      return [red - ink, green - ink, blue - ink];
    };
  };
  const at = async (...cut: readonly Side[]) =>
    (await look(noisyImage(SIDE, portrait(...cut)), { portrait: patch })).seam_at_portrait!.score;
  expect(await at()).toBe(0);
  expect(await at("top")).toBeLessThan(0.25);
  expect(await at("left", "top")).toBeLessThan(0.5);
  expect(await at("left", "top", "right")).toBeGreaterThanOrEqual(0.5);
});

it("sides that lie on the JPEG grid, if none is seen, leave a seam if the two others are strong", async () => {
  const portrait = { x: 48, y: 101, width: 240, height: 100 };
  const inside = (x: number, y: number) => x >= 48 && x < 288 && y >= 101 && y < 201;
  const raster = noisyImage(SIDE, (x, y) => (inside(x, y) ? [190, 180, 150] : paper(x, y)));
  expect((await look(raster, { portrait })).seam_at_portrait!.score).toBeGreaterThanOrEqual(0.5);
});

it("a portrait's print may be a tenth larger at each side than estimated from its face; the region covers all of it", async () => {
  const { seam_at_portrait } = await look(pasted, { portrait: stretched(patch, 1 / 1.2) });
  expect(seam_at_portrait!.score).toBeGreaterThanOrEqual(0.5);
  const { x, y, width, height } = seam_at_portrait!.region!;
  const rim = [x, y, x + width, y + height];
  const sides = [patch.x, patch.y, patch.x + patch.width, patch.y + patch.height];
  for (const [i, side] of sides.entries()) expect(Math.abs(rim[i]! - side)).toBeLessThan(12);
});

it("elsewhere two sides must meet in a corner; the region is the area that they span", async () => {
  const { seam_on_page } = await look(pasted);
  expect(seam_on_page!.score).toBeGreaterThanOrEqual(0.5);
  expect(Math.abs(seam_on_page!.region!.x - patch.x)).toBeLessThan(8);
  expect(Math.abs(seam_on_page!.region!.width - patch.width)).toBeLessThan(16);
  const apart: Colour = (x, y) =>
    (x >= 61 && x < 63 && y >= 30 && y < 120) || (y >= 251 && y < 253 && x >= 150 && x < 270)
      ? [60, 60, 60]
      : paper(x, y);
  expect((await look(noisyImage(SIDE, apart))).seam_on_page).toEqual({ score: 0 });
  const rule: Colour = (x, y) => (x >= 60 && x < 270 && y >= 133 && y < 136 ? [60, 60, 60] : paper(x, y));
  expect((await look(noisyImage(SIDE, rule))).seam_on_page).toEqual({ score: 0 });
});

it("a seam counts against what the image's lines usually reach", async () => {
  const grating: Colour = (x, y) =>
    Math.floor(x / 7) % 2 === 0 && y > 30 && y < 90 ? [120, 110, 90] : paper(x, y);
  const [scan, seam] = [noisyImage(SIDE, grating), { x: 70, y: 30, width: 40, height: 60 }];
  expect((await look(scan, { portrait: seam })).seam_at_portrait!.score).toBe(0);
});

it("a seam at a line of text counts against those at the other lines", async () => {
  const boxes = [patch, { ...patch, y: 30 }, { ...patch, y: 230 }, { ...patch, x: 20, y: 280, width: 60 }];
  const lines = boxes.map((box) => ({ box, text: "" }));
  expect((await look(pasted, { lines })).seam_at_text!.score).toBeGreaterThanOrEqual(0.5);
  const cut = (box: typeof patch, x: number, y: number) =>
    x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + 41;
  const sharp = noisyImage(SIDE, (x, y) =>
    boxes.some((box) => cut(box, x, y)) ? [190, 180, 150] : paper(x, y),
  );
  expect((await look(sharp, { lines })).seam_at_text!.score).toBe(0);
});

it("a long rule beside a line of text is print; a typed word's strokes may be as thin", async () => {
  const bar = (long: number): Colour => {
    return (x, y) => (x >= 60 && x < 60 + long && y >= 133 && y < 136 ? [90, 85, 75] : paper(x, y));
  };
  const lines = [{ box: { x: 60, y: 108, width: 200, height: 24 }, text: "" }];
  const at = async (long: number) => (await look(noisyImage(SIDE, bar(long)), { lines })).seam_at_text!.score;
  expect(await at(210)).toBe(0);
  expect(await at(60)).toBeGreaterThanOrEqual(0.5);
});

it("an edge that a lens has blurred is no seam", async () => {
  const soft = (x: number) => 1 / (1 + Math.exp((x - 120) / 1.1));
  const printed = noisyImage(SIDE, (x) => [220 - 120 * soft(x), 210 - 120 * soft(x), 180]);
  const found = await look(printed, { portrait: { x: 20, y: 20, width: 100, height: 200 } });
  expect(Object.values(found).map(({ score }) => score)).toEqual([0, 0, 0]);
});

it("an edge is no seam if the image's own print is as sharp, as software leaves it", async () => {
  const dots: Colour = (x, y) =>
    y < 120 && (x * 7 + y * 13) % 11 < 3 && x % 9 > 2 ? [70, 70, 70] : paper(x, y);
  const portrait: Colour = (x, y) => (within(x, y) ? [190, 180, 150] : dots(x, y));
  const cut = (await look(noisyImage(SIDE, portrait), { portrait: patch })).seam_at_portrait!;
  const alone = (await look(pasted, { portrait: patch })).seam_at_portrait!;
  expect(alone.score).toBeGreaterThanOrEqual(0.5);
  expect(cut.score).toBeLessThan(0.5);
});
