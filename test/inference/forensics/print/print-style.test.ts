import sharp from "sharp";
import { expect, it } from "vitest";
import { measurable, stripReader } from "#inference/forensics/print/glyphs.ts";
import { printStyle as styleIn } from "#inference/forensics/print/print-style.ts";
import type { Box } from "#inference/geometry/boxes.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { drawText } from "#lab/material/documents/text.ts";

const [WIDTH, HEIGHT] = [640, 480];
const ALL = { x: 0, y: 22, width: WIDTH, height: 95 };

const printStyle = (raster: Raster, box: Box) => styleIn(stripReader(raster, [box]), box);

/** Characters at even steps along a level line. */
async function line({ size = 40, blur = 0.6, ink = "#222" } = {}) {
  const drawn = Array.from("4QX81L7ZK", (character, i) =>
    drawText(character, 40 + i * 60, 80, { font: "bold", size, fill: ink }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#e4e0d6"/>${drawn.join("")}</svg>`;
  return decodeImage(await sharp(Buffer.from(svg)).removeAlpha().blur(blur).png().toBuffer());
}

it("edges that a lens spread are less sharp, whatever their contrast", async () => {
  const sharpness = async (options: Parameters<typeof line>[0]) =>
    printStyle(await line(options), ALL)!.words.map((word) => word.sharpness);
  const [crisp, soft, pale] = [
    await sharpness({ blur: 0.4 }),
    await sharpness({ blur: 1.4 }),
    await sharpness({ blur: 1.4, ink: "#887" }),
  ];
  expect(Math.min(...crisp)).toBeGreaterThan(1.4 * Math.max(...soft));
  pale.forEach((value, i) => {
    expect(Math.abs(value - soft[i]!)).toBeLessThan(0.08);
  });
});

it("does not measure print that is too small, too pale or too crowded", async () => {
  expect(printStyle(await line({ size: 18 }), { ...ALL, y: 62, height: 24 })).toBeUndefined();
  expect(printStyle(await line({ ink: "#c8c4ba" }), ALL)).toBeUndefined();
  expect(printStyle(await line(), { ...ALL, height: 108 })).toBeUndefined();
  expect(printStyle(await line(), { x: 0, y: 200, width: 300, height: 40 })).toBeUndefined();
});

const image = { width: 1_000, height: 800, data: new Uint8Array(0) };
const boxed = (y: number, width = 700, height = 30) => ({ box: { x: 20, y, width, height } });

it("the print of every line of a page is measured", () => {
  const page = Array.from({ length: 25 }, (_, i) => boxed(30 * i));
  expect(measurable(image, page)).toEqual(page);
});

it("a line whose box is most of the image, since it lies across, is left out", () => {
  const across = boxed(10, 900, 700);
  expect(measurable(image, [across, boxed(5)])).toEqual([boxed(5)]);
});

it("the lines that are measured are together no larger than two images", () => {
  const tilted = Array.from({ length: 200 }, () => boxed(10, 900, 200));
  expect(measurable(image, tilted).length).toBe(8);
});
