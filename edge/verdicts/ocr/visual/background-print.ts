import type { TextLine } from "../../../inference/port.ts";
import { remembered } from "../../text/remembered.ts";
import { labelOf } from "./labels/labels.ts";
import { numbered } from "./licence/licence-numbers.ts";

/**
 * Consecutive letters that this many of a page's lines share belong to its background print, not to a
 * holder's data.
 */
const PHRASE = { letters: 8, lines: 4 } as const;

/** Consecutive letters by which other lines are compared with those; those that as many lines share count. */
const PIECE = { letters: 4, lines: 2 } as const;

/** A line belongs to the background if this share of its pieces does. */
const SHARE = 0.6;

/** Letters of a scrap. A single letter may also be a field's number that was misread. */
const SCRAP = { least: 2, most: 3 } as const;

/** The phrase that a page's fine print repeats. */
interface Background {
  /** The letters of the lines with the phrase, and the pieces that several of them share. */
  readonly texts: readonly string[];
  readonly pieces: ReadonlySet<string>;
  readonly height: number;
}

/**
 * The lines without the background's, which fine print fills with one repeated phrase: its scraps would
 * otherwise be read as values. A label, or a field's number, that was read with a scrap behind it stays.
 */
export const withoutBackground = remembered((lines: readonly TextLine[]): readonly TextLine[] => {
  const background = backgroundOf(lines);
  if (background === undefined) return lines;
  const isOfIt = (text: string) => isMadeOf(lettersOf(text), background);
  return lines.flatMap((line) => {
    if (isOfIt(line.text) || isScrap(line, background)) return [];
    const label = numbered(line.text);
    const isLabel = label !== null && (lettersOf(label.rest).length < SCRAP.most || isOfIt(label.rest));
    if (isLabel) return [{ ...line, text: label.number }];
    const worded = labelOf(line);
    const isFollowed = worded !== null && isOfIt(worded.rest);
    const value = worded === null ? withoutTail(line.text, background) : null;
    if (value !== null) return [{ ...line, text: value }];
    return [isFollowed ? { ...line, text: line.text.slice(0, line.text.lastIndexOf(worded.rest)) } : line];
  });
});

function backgroundOf(lines: readonly TextLine[]): Background | undefined {
  const spelled = lines.map(({ text }) => lettersOf(text));
  const phrases = sharedBy(spelled, PHRASE);
  if (phrases.size === 0) return undefined;
  const own = spelled.map((letters) => piecesOf(letters, PHRASE.letters).some((one) => phrases.has(one)));
  const texts = spelled.filter((_, i) => own[i]);
  const heights = lines.flatMap(({ place: [, , , height] }, i) => (own[i] ? [height] : []));
  heights.sort((a, b) => a - b);
  return { texts, pieces: sharedBy(texts, PIECE), height: heights[heights.length >> 1]! };
}

const lettersOf = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

const piecesOf = (letters: string, length: number): string[] =>
  Array.from({ length: Math.max(0, letters.length - length + 1) }, (_, at) => letters.slice(at, at + length));

/** The pieces that at least this many of the texts share. */
function sharedBy(
  texts: readonly string[],
  of: { readonly letters: number; readonly lines: number },
): ReadonlySet<string> {
  const seen = new Map<string, { texts: number; last: number }>();
  const shared = new Set<string>();
  for (const [i, text] of texts.entries()) {
    for (let at = 0; at + of.letters <= text.length; at++) {
      const piece = text.slice(at, at + of.letters);
      const known = seen.get(piece);
      if (known === undefined) seen.set(piece, { texts: 1, last: i });
      else if (known.last !== i) {
        known.last = i;
        if (++known.texts >= of.lines) shared.add(piece);
      }
    }
  }
  return shared;
}

function isMadeOf(letters: string, { texts, pieces }: Background): boolean {
  if (letters.length < SCRAP.least || !/\p{L}/u.test(letters)) return false;
  const own = piecesOf(letters, PIECE.letters);
  if (own.length === 0) return isShared(texts, letters);
  return own.filter((piece) => pieces.has(piece)).length >= SHARE * own.length;
}

/** Whether enough of the texts contain the letters. */
function isShared(texts: readonly string[], letters: string): boolean {
  let having = 0;
  return texts.some((text) => text.includes(letters) && ++having >= PIECE.lines);
}

/**
 * Minimum letters at which the end of a number, or of words, counts as the background's, and minimum rest of
 * the value.
 */
const TAIL = { ofNumber: 3, ofWords: 5, left: 4 } as const;

/**
 * A value without the background's letters that were read as its end: "7VX23JXAATE", "VELDENED STATE". Null
 * for any other text.
 */
function withoutTail(text: string, { texts, pieces }: Background): string | null {
  const tail = /\p{Lu}[\p{Lu} ]*$/u.exec(text);
  if (tail === null) return null;
  const least = /^[A-Z0-9]*\d[A-Z0-9]*$/.test(text) ? TAIL.ofNumber : TAIL.ofWords;
  const isTail = (from: number) => {
    const letters = lettersOf(text.slice(from));
    // If several of them share a longer piece, they share its first piece, which is known already.
    if (letters.length >= PIECE.letters && !pieces.has(letters.slice(0, PIECE.letters))) return false;
    return isShared(texts, letters) && lettersOf(text.slice(0, from)).length >= TAIL.left;
  };
  const from = firstWhere(isTail, tail.index, text.length);
  return lettersOf(text.slice(from)).length < least ? null : text.slice(0, from).trim();
}

/**
 * The first number from `least` to before `most` from which on the predicate holds, or `most`. A binary
 * search: comparing a page of long lines at each of their letters would take too long.
 */
function firstWhere(holds: (at: number) => boolean, least: number, most: number): number {
  let [low, high] = [least, most];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A few letters, perhaps misread, in print as fine as the background. */
function isScrap({ text, place: [, , , height] }: TextLine, background: Background): boolean {
  const letters = lettersOf(text);
  return (
    height < background.height &&
    letters.length >= SCRAP.least &&
    letters.length <= SCRAP.most &&
    /^\p{L}+$/u.test(letters)
  );
}
