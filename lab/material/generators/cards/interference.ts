import type { Pixels } from "../../capture/pixels.ts";
import { drawText } from "../../documents/text.ts";
import { between, pick, type Random } from "../../random.ts";
import { scaledPatch } from "../../uploads/forgery.ts";
import type { Printer } from "../generator.ts";
import { anyFace, clamp, put, svg } from "../images.ts";
import { boxOf, drawWord, valuesOf, type Word } from "./lettering.ts";

const CARD = { width: 105, height: 74 } as const;
const SCALE = 18;

/**
 * A card of ID-2 size whose background is a sum of gratings, computed for each pixel, with paper fibres; its
 * words are in a table with ruled lines, typed or printed.
 */
export const printInterference: Printer = async (seed, random) => {
  const paper = gratings(CARD.width * SCALE, CARD.height * SCALE, random);
  const across = between(random, 22, 28);
  const portrait = scaledPatch(
    {
      x: CARD.width - across - between(random, 4, 9),
      y: between(random, 8, 20),
      width: across,
      height: across * 1.2,
    },
    SCALE,
  );
  const [left, em, font] = [
    between(random, 5, 9),
    between(random, 2.6, 3.4),
    pick(random, ["ocrb", "sans"] as const),
  ];
  const words = valuesOf(seed).map(
    (text, i): Word => ({ text, x: left, y: 17 + i * em * 2.7, em, font, fill: "#23201c" }),
  );
  const rules = words.map(
    ({ x, y }, i) =>
      `<path d="M${x} ${y + em * 0.4}H${x + 48}" stroke="#8a8478" stroke-width="0.15"/>${drawText(["Name", "Vornamen", "Geboren", "Nummer"][i]!, x, y - em, { font: "sans", size: em * 0.55, fill: "#6b6457" })}`,
  );
  const view = `0 0 ${CARD.width} ${CARD.height}`;
  const face = await anyFace(portrait, random);
  const pixels = await put(paper, [
    {
      input: svg(paper.width, paper.height, [...rules, ...words.map(drawWord)].join(""), view),
      left: 0,
      top: 0,
    },
    { input: face, left: portrait.x, top: portrait.y },
  ]);
  return { pixels, portrait, values: words.map((word) => ({ text: word.text, box: boxOf(word, SCALE) })) };
};

function gratings(width: number, height: number, random: Random): Pixels {
  const waves = Array.from({ length: 4 }, () => ({
    x: width * random(),
    y: height * random(),
    period: between(random, 7, 60),
    depth: between(random, 3, 11),
  }));
  const base = [between(random, 200, 245), between(random, 200, 245), between(random, 190, 240)];
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const fibre = (random() - 0.5) * 5;
      for (let c = 0; c < 3; c++) data[at + c] = clamp(base[c]! + fibre);
      for (const [i, wave] of waves.entries()) {
        const ring = wave.depth * Math.sin(Math.hypot(x - wave.x, y - wave.y) / wave.period);
        data[at + (i % 3)] = clamp(data[at + (i % 3)]! + ring);
      }
    }
  }
  return { data, width, height };
}
