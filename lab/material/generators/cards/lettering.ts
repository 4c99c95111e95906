import { inventHolder } from "../../documents/specimen.ts";
import { drawText, type FontName } from "../../documents/text.ts";
import type { Patch } from "../../uploads/forgery.ts";

/** Words of a card in millimetres, its baseline at (x, y). */
export interface Word {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Em size. */
  readonly em: number;
  readonly font: FontName;
  readonly fill: string;
}

export const drawWord = ({ text, x, y, em, font, fill }: Word): string =>
  drawText(text, x, y, { font, size: em, fill });

/** Box of a word, in pixels, by its font's usual advance. */
export const boxOf = ({ text, x, y, em, font }: Word, scale: number): Patch => ({
  x: Math.round(x * scale),
  y: Math.round((y - em * 0.75) * scale),
  width: Math.round(text.length * em * (font === "ocrb" ? 0.74 : 0.68) * scale),
  height: Math.round(em * 0.8 * scale),
});

/** Printed values of a holder. */
export function valuesOf(seed: number): string[] {
  const { surname, givenNames, dateOfBirth, documentNumber } = inventHolder(seed);
  return [surname, givenNames, dateOfBirth, documentNumber];
}
