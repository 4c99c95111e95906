import sharp from "sharp";
import { expect, it } from "vitest";
import { stripReader } from "#inference/forensics/print/glyphs.ts";
import { printStyle as styleIn } from "#inference/forensics/print/print-style.ts";
import type { Box } from "#inference/geometry/boxes.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { drawText } from "#lab/material/documents/text.ts";

const [WIDTH, HEIGHT] = [640, 480];
const ALL = { x: 0, y: 22, width: WIDTH, height: 95 };

const printStyle = (raster: Raster, box: Box) => styleIn(stripReader(raster, [box]), box);

/** Characters at even steps along a line of some slope, put off it by turns. */
async function line({ slope = 0, off = 0, size = 40, blur = 0.6, ink = "#222" } = {}) {
  const drawn = Array.from("4QX81L7ZK", (character, i) => {
    const [x, y] = [40 + i * 60, 80 + slope * i * 60 + off * ((i % 3) - 1)];
    return drawText(character, x, y, { font: "bold", size, fill: ink });
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#e4e0d6"/>${drawn.join("")}</svg>`;
  return decodeImage(await sharp(Buffer.from(svg)).removeAlpha().blur(blur).png().toBuffer());
}

it("tells height, slope, length and middle in pixels of the upload", async () => {
  for (const slope of [-0.05, 0, 0.03]) {
    const style = printStyle(await line({ slope }), ALL)!;
    expect(style.slope).toBeCloseTo(slope, 2);
    expect(style.height).toBeCloseTo(0.73 * 40, -0.5);
    expect(Math.abs(style.length - 480)).toBeLessThan(6);
    expect(Math.abs(style.x - 295)).toBeLessThan(6);
    expect(style.words).toHaveLength(9);
    expect(style.characters).toHaveLength(9);
  }
});

it("doubts the slope of a line by how far its characters lie off it", async () => {
  const [straight, uneven] = [printStyle(await line(), ALL)!, printStyle(await line({ off: 4 }), ALL)!];
  expect(uneven.slopeError).toBeGreaterThan(3 * straight.slopeError);
});

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
