import sharp from "sharp";
import { rawPixels } from "../../capture/capture.ts";
import { inventHolder } from "../../documents/specimen.ts";
import { between, pick, type Random } from "../../random.ts";
import { scaledPatch } from "../../uploads/forgery.ts";
import type { Printer } from "../generator.ts";
import { anyFace, svg } from "../images.ts";
import { boxOf, drawWord, valuesOf, type Word } from "./lettering.ts";

/** ID-1, ISO/IEC 7810, in millimetres, and pixels to the millimetre. */
const CARD = { width: 85.6, height: 54 } as const;
const SCALE = 22;

/** Texts of a licence's rows, from the top, for the holder of a seed. */
type Rows = (seed: number) => readonly string[];

/** Numbered consecutively, as no licence is: a page with an unknown layout. */
const counted: Rows = (seed) =>
  [...valuesOf(seed), "B, AM, L", "ISSUED BY THE OFFICE"].map((text, i) => `${i + 1}. ${text}`);

/** With the numbers of Directive 2006/126/EC, Annex I, and ISO/IEC 18013-1. */
const numbered: Rows = (seed) => {
  const { surname, givenNames, dateOfBirth, dateOfIssue, dateOfExpiry, documentNumber } = inventHolder(seed);
  return [
    `1. ${surname}`,
    `2. ${givenNames}`,
    `3. ${dateOfBirth}`,
    `4a. ${dateOfIssue} 4b. ${dateOfExpiry}`,
    `5. ${documentNumber}`,
    "9. B, AM, L",
  ];
};

/**
 * A licence of plastic: one large rosette over a fall of two colours, small numbered fields, a signature
 * and a portrait in grey, burnt in with dots of its own.
 */
const printer =
  (rows: Rows): Printer =>
  async (seed, random) => {
    const [width, height] = [Math.round(CARD.width * SCALE), CARD.height * SCALE];
    const across = between(random, 20, 26);
    const x = random() < 0.7 ? between(random, 3, 6) : CARD.width - across - between(random, 3, 6);
    const portrait = scaledPatch(
      { x, y: between(random, 12, 17), width: across, height: across * 1.3 },
      SCALE,
    );
    const left = x < 20 ? x + across + 3 : between(random, 4, 8);
    const em = between(random, 2, 2.8);
    const words = rows(seed).map(
      (text, i): Word => ({
        text,
        x: left,
        y: 14 + i * em * 1.9,
        em,
        font: i < 2 ? "bold" : "sans",
        fill: "#1a1a1a",
      }),
    );
    const title = drawWord({
      text: "DRIVING LICENCE",
      x: left,
      y: 8,
      em: 4,
      font: "bold",
      fill: pick(random, ["#24408e", "#7a1f3d", "#1f6a4a"]),
    });
    const grey = random() < 0.6;
    const face = sharp(await anyFace(portrait, random));
    const pixels = await rawPixels(
      sharp(
        svg(
          width,
          height,
          [ground(random), title, ...words.map(drawWord), signature(left, 47, random)].join(""),
          `0 0 ${CARD.width} ${CARD.height}`,
        ),
      ).composite([
        {
          input: await (grey ? face.grayscale().toColourspace("srgb") : face).png().toBuffer(),
          left: portrait.x,
          top: portrait.y,
          blend: grey ? "multiply" : "over",
        },
      ]),
    );
    return { pixels, portrait, values: words.map((word) => ({ text: word.text, box: boxOf(word, SCALE) })) };
  };

/** Forgery is measured on it. */
export const printRosetteLicence: Printer = printer(counted);

/** For tests that need a name and a number: a reader finds them by a licence's own field numbers. */
export const printNumberedLicence: Printer = printer(numbered);

function ground(random: Random): string {
  const [from, to] = [random() * 360, random() * 360];
  const [x, y, turns] = [
    between(random, 40, 70),
    between(random, 20, 40),
    Math.round(between(random, 24, 60)),
  ];
  const petals = Array.from({ length: turns }, (_, i) => {
    const [long, flat] = [between(random, 14, 26), between(random, 4, 10)];
    return `<ellipse cx="${x}" cy="${y}" rx="${long}" ry="${flat}" transform="rotate(${(i * 360) / turns} ${x} ${y})" fill="none" stroke="hsl(${from + i * 3} 50% 60%)" stroke-width="0.09"/>`;
  });
  return `<defs><linearGradient id="g"><stop offset="0" stop-color="hsl(${from} 45% 88%)"/><stop offset="1" stop-color="hsl(${to} 45% 88%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>${petals.join("")}`;
}

function signature(x: number, y: number, random: Random): string {
  const strokes = Array.from(
    { length: 9 },
    (_, i) =>
      `S${x + 2 * i + random() * 3} ${y - random() * 6} ${(x + 2.4 * (i + 1)).toFixed(2)} ${(y - random() * 4).toFixed(2)}`,
  );
  return `<path d="M${x} ${y}${strokes.join("")}" fill="none" stroke="#222a55" stroke-width="0.3"/>`;
}
