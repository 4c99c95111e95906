import sharp from "sharp";
import { expect, it } from "vitest";
import type { Line } from "#inference/forensics/detector/detector.ts";
import { oddPrint } from "#inference/forensics/print/odd-print.ts";
import type { Box } from "#inference/geometry/boxes.ts";
import { drawText } from "#lab/material/documents/text.ts";
import { between, seededRandom } from "#lab/material/random.ts";
import { forensicModels, uploadAs } from "../models.ts";

const models = await forensicModels();
const [WIDTH, HEIGHT] = [900, 640];
const SIZE = 34;
const LEAN = 2;
const VALUES = ["MARGUERITE", "HARRISON", "4QX81L7ZK", "12.03.1991", "NORTHAVEN", "30.11.2032", "UTOPIAN"];

interface Printed {
  readonly text: string;
  readonly degrees?: number;
}

const svgOf = (drawn: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${drawn}</svg>`);
const foot = (i: number) => 70 + i * 75;
const boxOf = (i: number, text: string): Box => ({
  x: 70,
  y: foot(i) - SIZE,
  width: 60 + text.length * 0.75 * SIZE,
  height: 1.8 * SIZE,
});

/** A page of values blurred by a lens; over it, sharp typed text. */
async function page(values: readonly Printed[], { size = SIZE, typed = "" } = {}) {
  const style = { font: "bold", size, fill: "#222" } as const;
  const drawn = values.map(({ text, degrees = LEAN }, i) => {
    return `<g transform="translate(80 ${foot(i)}) rotate(${degrees})">${drawText(text, 0, 0, style)}</g>`;
  });
  const print = sharp(svgOf(`<rect width="100%" height="100%" fill="#dcd8cf"/>${drawn.join("")}`));
  const data = await print.removeAlpha().blur(1).raw().toBuffer();
  const random = seededRandom(4);
  for (let i = 0; i < data.length; i++) data[i] = data[i]! + between(random, -4, 4) + between(random, -4, 4);
  const photo = sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
  return photo
    .composite([{ input: svgOf(typed) }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function measured(content: Buffer, lines: readonly Line[]) {
  const found = await oddPrint.measure(await uploadAs(content, { lines }), models);
  return new Map(found.map(({ indicator, ...rest }) => [indicator, rest]));
}

const linesOf = (values: readonly Printed[]): Line[] =>
  values.map(({ text }, i) => ({ text, box: boxOf(i, text) }));
const values = VALUES.map((text): Printed => ({ text }));
/**
 * Standard deviations that genuine documents do not reach, on the material that the calibration is fitted on.
 */
const SUSPECT = { odd_word: 8.76, odd_character: 8.53, odd_slope: 1.41 } as const;
const INDICATORS = ["odd_word", "odd_character", "odd_slope"] as const;
const holds = (box: Box | undefined, x: number, y: number) =>
  box !== undefined && x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

it("lines that were printed and photographed together are like one another", async () => {
  const found = await measured(await page(values), linesOf(values));
  for (const indicator of INDICATORS) {
    expect(found.get(indicator)!.value).toBeLessThan(SUSPECT[indicator]);
  }
});

it("a value that was typed over is sharper than the rest, and level where the page leans", async () => {
  const over = boxOf(3, VALUES[3]!);
  const words = drawText("07.08.1985", 80, foot(3) + 4, { font: "bold", size: SIZE, fill: "#222" });
  const typed = `<rect x="${over.x}" y="${over.y}" width="${over.width}" height="${SIZE * 1.6}" fill="#dcd8cf"/>${words}`;
  const found = await measured(await page(values, { typed }), linesOf(values));
  for (const indicator of INDICATORS) {
    expect(found.get(indicator)!.value).toBeGreaterThan(SUSPECT[indicator]);
    const { x, y, width, height } = found.get(indicator)!.region!;
    expect(holds(over, x + width / 2, y + height / 2)).toBe(true);
  }
});

it("one character that was typed over is sharper than the rest", async () => {
  const [x, y] = [80, foot(5)];
  const typed = `<rect x="${x - 3}" y="${y - SIZE}" width="${SIZE * 0.72}" height="${SIZE * 1.2}" fill="#dcd8cf"/>${drawText("8", x, y + 1, { font: "bold", size: SIZE, fill: "#222" })}`;
  const found = await measured(await page(values, { typed }), linesOf(values));
  expect(found.get("odd_character")!.value).toBeGreaterThan(SUSPECT.odd_character);
  expect(holds(found.get("odd_character")!.region, x + 12, y - 10)).toBe(true);
});

it("a line as soft as the others with another slant is detected by its slope alone", async () => {
  const turned = values.map((value, i) => (i === 2 ? { ...value, degrees: LEAN - 3 } : value));
  const found = await measured(await page(turned), linesOf(turned));
  expect(found.get("odd_slope")!.value).toBeGreaterThan(SUSPECT.odd_slope);
  expect(found.get("odd_slope")!.region).toEqual(boxOf(2, VALUES[2]!));
  expect(found.get("odd_word")!.value).toBeLessThan(SUSPECT.odd_word);
});

it("slopes that turn evenly over the page are a perspective's", async () => {
  const fanned = values.map((value, i) => ({ ...value, degrees: LEAN - i * 0.7 }));
  const found = await measured(await page(fanned), linesOf(fanned));
  expect(found.get("odd_slope")!.value).toBeLessThan(SUSPECT.odd_slope);
});

it("neither labels nor MRZs are measured by values", async () => {
  const turned = values.map((value, i) => (i === 2 ? { ...value, degrees: LEAN - 3 } : value));
  for (const text of ["Given names", "P<UTOHARRISON<<"]) {
    const lines = linesOf(turned).map((line, i) => (i === 2 ? { ...line, text } : line));
    expect((await measured(await page(turned), lines)).get("odd_slope")!.value).toBeLessThan(
      SUSPECT.odd_slope,
    );
  }
});

it("small print, few lines and no lines are not measured", async () => {
  expect(await measured(await page(values, { size: 14 }), linesOf(values))).toEqual(new Map());
  const few = await measured(await page(values), linesOf(values.slice(0, 3)));
  expect([few.has("odd_word"), few.has("odd_slope")]).toEqual([false, false]);
  expect(await measured(await page(values), [])).toEqual(new Map());
});
