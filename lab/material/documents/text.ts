import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import opentype, { type Font, type PathCommand } from "opentype.js";

const require = createRequire(import.meta.url);
const dejaVu = (weight: number) =>
  join(
    dirname(require.resolve("@fontsource/dejavu-sans/package.json")),
    `files/dejavu-sans-latin-${weight}-normal.woff`,
  );

/**
 * Text is drawn as outlines of fonts from npm packages, so that a specimen looks the same on a machine
 * without fonts. `ocrb` is Matthew Skala's OCR-B.
 */
const FONT_FILES = {
  ocrb: join(dirname(require.resolve("bwip-js")), "../fonts/OCRB7.ttf"),
  sans: dejaVu(400),
  bold: dejaVu(700),
} as const;

export type FontName = keyof typeof FONT_FILES;

/** A font of those packages, or any other one by its file. */
export type Face = FontName | { readonly file: string };

const fonts = new Map<string, Font>();

function fontOf(face: Face): Font {
  const file = typeof face === "string" ? FONT_FILES[face] : face.file;
  const known = fonts.get(file);
  if (known !== undefined) return known;
  const bytes = new Uint8Array(readFileSync(file));
  const font = opentype.parse(bytes.buffer);
  fonts.set(file, font);
  return font;
}

/** Whether the font draws every character of a text. */
export const canDraw = (face: Face, text: string): boolean =>
  Array.from(text).every((character) => fontOf(face).charToGlyphIndex(character) !== 0);

/** The width of a text in ems, by the font's own advances. */
export function widthOf(face: Face, text: string): number {
  const font = fontOf(face);
  return Array.from(text).reduce(
    (sum, character) => sum + (font.charToGlyph(character).advanceWidth ?? 0) / font.unitsPerEm,
    0,
  );
}

/** Height of a capital over the em. */
export function capitalHeight(face: Face): number {
  const font = fontOf(face);
  const { y1, y2 } = font.charToGlyph("H").getBoundingBox();
  return (y2 - y1) / font.unitsPerEm;
}

export interface TextStyle {
  readonly font: Face;
  /** Em size in the drawing's units. */
  readonly size: number;
  /** SVG colour. */
  readonly fill: string;
  /** Fixed distance from character to character; the font's own advances when absent. */
  readonly pitch?: number;
}

/** An SVG path of one line of text whose baseline starts at (x, y). */
export function drawText(text: string, x: number, y: number, style: TextStyle): string {
  const font = fontOf(style.font);
  let at = x;
  const outlines = Array.from(text, (character) => {
    const glyph = font.charToGlyph(character);
    const outline = pathData(glyph.getPath(at, y, style.size).commands);
    at += style.pitch ?? ((glyph.advanceWidth ?? 0) * style.size) / font.unitsPerEm;
    return outline;
  });
  return `<path fill="${style.fill}" d="${outlines.join("")}"/>`;
}

/** Written here because opentype.js 2.0.0's own `toPathData` gives NaN for numbers next to whole ones. */
const pathData = (commands: readonly PathCommand[]): string =>
  commands
    .map(({ type, x1, y1, x2, y2, x, y }) => {
      const numbers = [x1, y1, x2, y2, x, y].filter((value) => value !== undefined);
      return type + numbers.map((value) => value.toFixed(3)).join(" ");
    })
    .join("");
