import sharp from "sharp";
import { rawPixels } from "../../capture/capture.ts";
import { composeMrz } from "../../documents/mrz.ts";
import { inventHolder } from "../../documents/specimen.ts";
import { drawText } from "../../documents/text.ts";
import { between, type Random } from "../../random.ts";
import { scaledPatch } from "../../uploads/forgery.ts";
import type { Printer } from "../generator.ts";
import { anyFace, svg } from "../images.ts";
import { boxOf, drawWord, valuesOf, type Word } from "./lettering.ts";

const CARD = { width: 85.6, height: 54 } as const;
const SCALE = 20;

/** A pale card under shining foil: stars and bars of it reach over words and into the portrait. */
export const printHologram: Printer = async (seed, random) => {
  const [width, height] = [Math.round(CARD.width * SCALE), CARD.height * SCALE];
  const across = between(random, 16, 22);
  const portrait = scaledPatch(
    { x: between(random, 4, 60), y: between(random, 9, 12), width: across, height: across * 1.25 },
    SCALE,
  );
  const left = portrait.x / SCALE > 32 ? between(random, 4, 6) : portrait.x / SCALE + across + 3;
  const em = between(random, 2, 2.7);
  const words = valuesOf(seed).map(
    (text, i): Word => ({ text, x: left, y: 14 + i * em * 2.3, em, font: "bold", fill: "#0d0d12" }),
  );
  const mrz = composeMrz("TD1", inventHolder(seed)).map((line, i) =>
    drawText(line, 4.5, 42.5 + i * 4, { font: "ocrb", size: 3.4, fill: "#0d0d12", pitch: 2.5 }),
  );
  const micro = Array.from({ length: 7 }, (_, i) =>
    drawText("REPUBLICOFNOWHERE".repeat(4), 0, 5 + i * 7.3, { font: "sans", size: 0.8, fill: "#9ab" }),
  );
  const view = `0 0 ${CARD.width} ${CARD.height}`;
  const ground = `<rect width="100%" height="100%" fill="hsl(${random() * 360} 20% 92%)"/>`;
  const pixels = await rawPixels(
    sharp(svg(width, height, [ground, ...micro, ...words.map(drawWord), ...mrz].join(""), view)).composite([
      { input: await anyFace(portrait, random), left: portrait.x, top: portrait.y },
      { input: svg(width, height, foil(random), view), left: 0, top: 0 },
    ]),
  );
  return { pixels, portrait, values: words.map((word) => ({ text: word.text, box: boxOf(word, SCALE) })) };
};

function foil(random: Random): string {
  const pieces = Array.from({ length: 14 }, () => {
    const [x, y, size] = [random() * CARD.width, random() * CARD.height, between(random, 2, 9)];
    const points = Array.from({ length: 10 }, (_, i) => {
      const [reach, turn] = [i % 2 ? size : size / 2.4, (i * Math.PI) / 5];
      return `${(x + reach * Math.cos(turn)).toFixed(2)},${(y + reach * Math.sin(turn)).toFixed(2)}`;
    });
    return `<polygon points="${points.join(" ")}" fill="hsl(${random() * 360} 80% 60%)" opacity="${between(random, 0.08, 0.3).toFixed(2)}"/>`;
  });
  return pieces.join("");
}
