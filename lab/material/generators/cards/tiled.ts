import sharp from "sharp";
import { rawPixels } from "../../capture/capture.ts";
import { composeMrz } from "../../documents/mrz.ts";
import { inventHolder } from "../../documents/specimen.ts";
import { drawText } from "../../documents/text.ts";
import { between, pick, type Random } from "../../random.ts";
import type { Printer } from "../generator.ts";
import { anyFace, svg } from "../images.ts";
import { boxOf, valuesOf } from "./lettering.ts";

/** ID-1, ISO/IEC 7810, in millimetres. */
const CARD = { width: 85.6, height: 54 } as const;
/** Pixels to the millimetre, more than a camera resolves: a photo shows no trace of the drawing method. */
const SCALE = 30;
const WIDTH = Math.round(CARD.width * SCALE);
const HEIGHT = Math.round(CARD.height * SCALE);

/**
 * A card whose whole paper is covered with one small repeated drawing, as guilloche software makes it; the
 * layout is random. It shares only fonts, names and faces with the templates.
 */
export const printTiled: Printer = async (seed, random) => {
  const holder = inventHolder(seed);
  const isLeft = random() < 0.5;
  const across = Math.round(between(random, 16, 22) * SCALE);
  const portrait = {
    x: Math.round((isLeft ? 4 : CARD.width - 4) * SCALE) - (isLeft ? 0 : across),
    y: Math.round(between(random, 10, 13) * SCALE),
    width: across,
    height: Math.round(across * 1.2),
  };
  const left = isLeft ? (portrait.x + portrait.width) / SCALE + between(random, 3, 6) : between(random, 4, 7);
  const em = between(random, 2.2, 3);
  const ink = pick(random, ["#111", "#1c2440", "#2b1a14", "#15301f"]);
  const top = between(random, 13, 16);
  const lines = valuesOf(seed).map((text, i) => ({
    text,
    x: left,
    y: top + i * em * 2.1,
    em,
    font: "sans" as const,
  }));
  const mrz = composeMrz("TD1", holder);
  const drawing = [
    paper(random),
    ...lines.flatMap(({ text, x, y }, i) => [
      drawText(`${i + 1}. FIELD`, x, y - em, { font: "sans", size: em * 0.55, fill: "#666" }),
      drawText(text, x, y, { font: pick(random, ["sans", "bold"]), size: em, fill: ink }),
    ]),
    ...mrz.map((line, i) =>
      drawText(line, 5, 42 + i * 4.2, { font: "ocrb", size: 3.6, fill: "#111", pitch: 2.54 }),
    ),
  ].join("");
  const face = await anyFace(portrait, random);
  const pixels = await rawPixels(
    sharp(svg(WIDTH, HEIGHT, drawing, `0 0 ${CARD.width} ${CARD.height}`)).composite([
      { input: face, left: portrait.x, top: portrait.y },
    ]),
  );
  const values = lines.map((line) => ({ text: line.text, box: boxOf({ ...line, fill: ink }, SCALE) }));
  return { pixels, portrait, values };
};

/** One drawing of a whole number of pixels, side by side over the whole card. */
function paper(random: Random): string {
  const side = Math.round(between(random, 3, 12) * SCALE) / SCALE;
  const curves = Array.from({ length: Math.round(between(random, 3, 9)) }, (_, i) => {
    const [petals, reach, inner] = [2 + Math.floor(random() * 9), between(random, 0.25, 0.5), random()];
    const points = Array.from({ length: 160 }, (_point, n) => {
      const t = (n / 160) * 2 * Math.PI;
      const radius = side * reach * (inner + (1 - inner) * Math.cos(petals * t));
      return `${(side / 2 + radius * Math.cos(t)).toFixed(3)} ${(side / 2 + radius * Math.sin(t)).toFixed(3)}`;
    });
    const hue = Math.floor(random() * 360);
    return `<path d="M${points.join("L")}Z" fill="none" stroke="hsl(${hue} 45% ${i % 2 ? 55 : 68}%)" stroke-width="${between(random, 0.08, 0.22).toFixed(2)}"/>`;
  }).join("");
  const ground = `hsl(${Math.floor(random() * 360)} 30% 93%)`;
  return `<defs><pattern id="tile" width="${side}" height="${side}" patternUnits="userSpaceOnUse">${curves}</pattern></defs><rect width="100%" height="100%" fill="${ground}"/><rect width="100%" height="100%" fill="url(#tile)"/>`;
}
