import { expect, it } from "vitest";
import { straightSteps } from "#inference/forensics/seams/straight-steps.ts";
import { noisyImage, paper } from "#lab/material/capture/noisy-image.ts";

const SIDE = 330;
const ALL = { x: 0, y: 0, width: SIDE, height: SIDE };
const ORIGIN = { x: 0, y: 0 };

const strongest = (raster: ReturnType<typeof noisyImage>, box = ALL, origin = ORIGIN) =>
  straightSteps(raster, box, origin)[0]!;

it("an edge less sharp than the image's own clear edges is no evidence", () => {
  const edge = (ahead: number, softness: number) =>
    ahead < -1 ? 0 : ahead < 0 ? softness / 2 : ahead < 1 ? softness / 2 + 60 : softness + 60;
  const pasted = (x: number, y: number) => 60 + (y >= 40 && y < 180 ? edge(x - 158, 20) : 0);
  const bars = (softness: number) => (x: number, y: number) => {
    const isBar = x >= 22 && x < 112 && y >= 230;
    const at = (x - 22) % 30;
    return pasted(x, y) + (isBar ? edge(at - 5, softness) - edge(at - 20, softness) : 0);
  };
  const strength = (softness: number) => {
    const raster = noisyImage(SIDE, (x, y) => [200, bars(softness)(x, y), 180], 0);
    const step = straightSteps(raster, ALL, ORIGIN).find(({ box }) => box.x === 157 && box.width === 2);
    return step?.strength ?? 0;
  };
  expect(strength(30)).toBeGreaterThan(200);
  expect(strength(14)).toBe(0);
});

const halves = (at: number, from = 40) =>
  noisyImage(SIDE, (x, y) => (x >= at && y >= from ? [200, 190, 150] : [225, 215, 180]));

it("a step on the JPEG grid is the compression's own", () => {
  for (const box of [ALL, { ...ALL, x: 30, width: 280 }])
    expect(strongest(halves(160), box).box).not.toMatchObject({ x: 159, width: 2 });
  expect(strongest(halves(160), ALL, { x: 3, y: 0 }).box).toMatchObject({ x: 159, width: 2 });
});

it("a step along the whole image parts it from its frame, and is no patch's", () => {
  expect(strongest(halves(157)).box).toMatchObject({ x: 156, width: 2 });
  expect(strongest(halves(157, 0)).box).not.toMatchObject({ x: 156, width: 2 });
});

it("a printed line at the box's edge is recognised by the pixels beyond it, and nothing farther off counts", () => {
  const ruled = (beyond: number) =>
    noisyImage(SIDE, (x, y) => {
      if (y < beyond || x < beyond) return [(x * 97 + y * 31) % 255, (x * 57 + y * 83) % 255, 60];
      return x >= 160 && x < 270 && y >= 131 && y < 134 ? [120, 110, 100] : paper(x, y);
    });
  const box = { x: 130, y: 132, width: 170, height: 140 };
  const [edge] = straightSteps(ruled(0), box, ORIGIN);
  expect([edge!.box.y, edge!.isRule]).toEqual([133, true]);
  expect(straightSteps(ruled(120), box, ORIGIN)).toEqual(straightSteps(ruled(0), box, ORIGIN));
});
