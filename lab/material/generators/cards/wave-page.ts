import sharp from "sharp";
import { rawPixels } from "../../capture/capture.ts";
import { composeMrz } from "../../documents/mrz.ts";
import { inventHolder } from "../../documents/specimen.ts";
import { drawText } from "../../documents/text.ts";
import { between, pick, type Random } from "../../random.ts";
import { scaledPatch } from "../../uploads/forgery.ts";
import type { Printer } from "../generator.ts";
import { anyFace, svg } from "../images.ts";
import { boxOf, drawWord, valuesOf, type Word } from "./lettering.ts";

/** A page of a passport, ISO/IEC 7810 ID-3, in millimetres, and pixels to the millimetre. */
const PAGE = { width: 125, height: 88 } as const;
const SCALE = 16;

/**
 * A page of long waves whose phase and period drift, so that none repeats, with a second portrait, small and
 * faint, as many passports have it: two places of a genuine page show the same.
 */
export const printWavePage: Printer = async (seed, random) => {
  const [width, height] = [PAGE.width * SCALE, PAGE.height * SCALE];
  const across = between(random, 28, 34);
  const portrait = scaledPatch(
    { x: between(random, 4, 8), y: between(random, 16, 22), width: across, height: across * 1.25 },
    SCALE,
  );
  const [left, em] = [between(random, 46, 52), between(random, 2.6, 3.6)];
  const fill = pick(random, ["#101418", "#20203a", "#3a1c1c"]);
  const words = valuesOf(seed).map(
    (text, i): Word => ({ text, x: left, y: 20 + i * em * 2.6, em, font: i % 2 ? "sans" : "bold", fill }),
  );
  const mrz = composeMrz("TD3", inventHolder(seed)).map((line, i) =>
    drawText(line, 4, 75 + i * 6.5, { font: "ocrb", size: 3.7, fill: "#111", pitch: 2.6 }),
  );
  const labels = words.map(({ x, y }, i) =>
    drawText(`FIELD/CHAMP (${i + 1})`, x, y - em * 1.1, { font: "sans", size: em * 0.5, fill: "#556" }),
  );
  const drawing = [waves(random), ...labels, ...words.map(drawWord), ...mrz].join("");
  const face = await anyFace(portrait, random);
  const faint = scaledPatch({ x: 100, y: 40, width: 16, height: 20 }, SCALE);
  const ghost = sharp(face).resize(faint.width, faint.height).grayscale().linear(0.4, 150).png();
  const pixels = await rawPixels(
    sharp(svg(width, height, drawing, `0 0 ${PAGE.width} ${PAGE.height}`)).composite([
      { input: face, left: portrait.x, top: portrait.y },
      { input: await ghost.toBuffer(), left: faint.x, top: faint.y, blend: "multiply" },
    ]),
  );
  return { pixels, portrait, values: words.map((word) => ({ text: word.text, box: boxOf(word, SCALE) })) };
};

function waves(random: Random): string {
  const count = Math.round(between(random, 60, 130));
  const [tall, period, drift] = [between(random, 2, 8), between(random, 9, 40), between(random, 0.02, 0.2)];
  const hue = random() * 360;
  const lines = Array.from({ length: count }, (_, i) => {
    const points = Array.from({ length: 90 }, (_point, n) => {
      const x = (n / 89) * PAGE.width;
      const phase = (2 * Math.PI * x) / (period * (1 + (drift * i) / count)) + i * drift;
      return `${x.toFixed(2)} ${((i * PAGE.height) / count + tall * Math.sin(phase) * Math.cos(x / 50)).toFixed(2)}`;
    });
    return `<path d="M${points.join("L")}" fill="none" stroke="hsl(${(hue + i) % 360} 40% 70%)" stroke-width="0.14"/>`;
  });
  return `<rect width="100%" height="100%" fill="hsl(${hue} 25% 94%)"/>${lines.join("")}`;
}
