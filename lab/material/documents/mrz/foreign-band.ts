import sharp from "sharp";
import { between, pick, type Random } from "../../random.ts";
import { drawBackground } from "../background.ts";
import { composeMrz } from "../mrz.ts";
import { inventHolder } from "../specimen.ts";
import { TEMPLATES } from "../templates.ts";
import { capitalHeight, drawText, type Face } from "../text.ts";
import { type MrzBand, PIXELS, stripsOf, WIDTHS } from "./band.ts";
import { guilloche, inSvg } from "./page.ts";

/** Millimetres: a sheet's clear margin, OCR-B's pitch, lead and height of a capital. */
const [MARGIN, PITCH, LEAD, CAPITAL] = [1.5, 2.54, 4.23, 2.7] as const;

const LETTERS = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
const SIGNS = [...LETTERS, ..."0123456789"];
const INKS = ["#101010", "#1c1c24", "#2a2a2a", "#2b211c", "#1d2440"] as const;

/**
 * How a state prints its MRZ: distances and sizes beside the usual ones, and how its letters are put on
 * paper.
 */
interface Print {
  readonly face: Face;
  readonly pitch: number;
  readonly lead: number;
  readonly capital: number;
  /** Width of the letters over the font's own, and their slant in degrees. */
  readonly wide: number;
  readonly slant: number;
  /** Change of each stroke's width, in millimetres. */
  readonly weight: number;
  /** Dots a millimetre of a printer that sets whole dots only; undefined if outlines are printed. */
  readonly dots: number | undefined;
  readonly ink: string;
}

/**
 * Draws an MRZ of a layout and letters that the reader was not taught: another generator's, closer or further
 * apart than usual, bolder or finer, slanted, in whole dots, with names of letters in any order.
 */
export async function renderForeignBand(seed: number, random: Random, face: Face): Promise<MrzBand> {
  const format = pick(random, ["TD1", "TD2", "TD3"] as const);
  const mrz = composeMrz(format, inventBearer(seed, random));
  const print = inventPrint(random, face, (WIDTHS[format] - 2 * MARGIN) / mrz[0]!.length);
  const top = between(random, 4, 6);
  const [width, height] = [WIDTHS[format], 2 * top + (mrz.length - 1) * print.lead + print.capital];
  const left = between(random, MARGIN, width - MARGIN - mrz[0]!.length * print.pitch);
  const paper =
    random() < 0.5
      ? guilloche(width, height, random)
      : drawBackground(pick(random, TEMPLATES), width, height, random);
  const sheet = sharp(inSvg(width, height, paper, PIXELS));
  const lines = drawLines(mrz, { left, top }, print);
  const input = await printed(
    inSvg(width, height, lines, print.dots ?? PIXELS),
    width,
    height,
    print,
    random,
  );
  return {
    content: await sheet.composite([{ input }]).removeAlpha().png().toBuffer(),
    mrz,
    rowsOn: stripsOf({ width, height, left, top, ...print }, mrz),
  };
}

/** A holder whose names and numbers are letters and signs in any order. */
function inventBearer(seed: number, random: Random) {
  const some = (from: readonly string[], least: number, most: number) =>
    Array.from({ length: Math.floor(between(random, least, most + 1)) }, () => pick(random, from)).join("");
  const name = () => some(LETTERS, 2, 9);
  const names = () => (random() < 0.5 ? name() : `${name()} ${name()}`);
  return {
    ...inventHolder(seed),
    surname: names(),
    givenNames: names(),
    nationality: some(LETTERS, 3, 3),
    sex: pick(random, ["F", "M", "X"] as const),
    documentNumber: some(SIGNS, 7, 9),
    personalNumber: random() < 0.4 ? "" : some(SIGNS, 4, 7),
  };
}

function inventPrint(random: Random, face: Face, room: number): Print {
  const size = between(random, 0.84, 1.04);
  return {
    face,
    pitch: Math.min(room, PITCH * between(random, 0.9, 1.1)),
    lead: LEAD * between(random, 0.92, 1.25),
    capital: CAPITAL * size,
    wide: between(random, 0.84, 1.04),
    slant: between(random, -6, 6),
    weight: between(random, -0.08, 0.1),
    dots: random() < 0.35 ? Math.round(between(random, 7, 13)) : undefined,
    ink: pick(random, INKS),
  };
}

/** The MRZ's lines without paper: bolder by a stroke around each letter, finer by one that is cut off it. */
function drawLines(
  mrz: readonly string[],
  { left, top }: { left: number; top: number },
  print: Print,
): string {
  const { face, pitch, lead, capital, wide, slant, weight, ink } = print;
  const style = { font: face, size: capital / capitalHeight(face), fill: "#fff", pitch: pitch / wide };
  const drawn = mrz
    .map((line, i) => {
      const foot = top + capital + i * lead;
      const path = drawText(line, 0, 0, style);
      return `<g transform="translate(${left} ${foot}) scale(${wide} 1) skewX(${-slant})">${path}</g>`;
    })
    .join("");
  const edge = `stroke="${weight < 0 ? "#000" : "#fff"}" stroke-width="${Math.abs(weight)}"`;
  return `<mask id="letters"><g ${edge}>${drawn}</g></mask><rect width="100%" height="100%" fill="${ink}" mask="url(#letters)"/>`;
}

/** The ink as it lies on paper of 14 pixels a millimetre; in whole dots some are not set. */
async function printed(
  svg: Buffer,
  width: number,
  height: number,
  { dots }: Print,
  random: Random,
): Promise<Buffer> {
  if (dots === undefined) return sharp(svg).png().toBuffer();
  const { data, info } = await sharp(svg).raw().toBuffer({ resolveWithObject: true });
  const lost = between(random, 0, 0.05);
  for (let at = 3; at < data.length; at += 4) data[at] = data[at]! >= 128 && random() >= lost ? 255 : 0;
  const set = sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
  const [across, down] = [Math.round(width * PIXELS), Math.round(height * PIXELS)];
  return set.resize(across, down, { kernel: "nearest", fit: "fill" }).png().toBuffer();
}
