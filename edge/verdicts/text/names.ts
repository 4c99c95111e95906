import { transliterations } from "./transliteration.ts";

/**
 * How an MRZ spells letters with diacritics (ICAO Doc 9303-3, section 6, A). If a reader of print drops the
 * diacritic, only the first letter is left: Ä and Å, Ö and Ø, Ü, Ñ. It reads ß, which is SS, as B.
 */
const MARKED = /AA|AE|OE|UE|UXX|NXX/g;

/** An MRZ's letters as a pattern that also matches them without their diacritics. */
const pattern = (mrz: string): string =>
  mrz.replace(MARKED, (spelled) => `${spelled[0]}(?:${spelled.slice(1)})?`).replaceAll("SS", "(?:SS|B)");

/** An MRZ's letters as read by a reader that drops diacritics. */
export const withoutMarks = (mrz: string): string =>
  mrz.replace(MARKED, (spelled) => spelled[0]!).replaceAll("SS", "B");

/** Capital letters and digits of a text in the MRZ's spelling. */
export const inLetters = (text: string): string => text.replace(/[^A-Z0-9]/g, "");

/** Whether the MRZ's text is a transliteration of the printed text: "Müller" and "MUELLER" are one name. */
export function isSpelling(mrz: string, printed: string): boolean {
  const own = inLetters(mrz.toUpperCase());
  return transliterations(printed).some((spelling) => inLetters(spelling) === own);
}

/** The same, allowing for dropped diacritics: "MULLER" is "MUELLER". */
export function isSpellingWithoutMarks(mrz: string, printed: string): boolean {
  const own = new RegExp(`^${pattern(inLetters(mrz))}$`);
  return transliterations(printed).some((spelling) => own.test(inLetters(spelling)));
}

/** Whether letters contain an MRZ's name, with or without its diacritics. */
export const containsWithoutMarks = (letters: string, mrz: string): boolean =>
  pattern(mrz) !== mrz && new RegExp(pattern(mrz)).test(letters);

/**
 * Whether an MRZ's name abbreviates a printed one (Doc 9303-4, 4.2.3): every word of the MRZ begins a printed
 * word, in the same order, and the first begins the first. Words whose space the reader lost count. Only for
 * MRZs whose names fill their line: others have no reason to abbreviate.
 */
export function isShortFor(mrz: string, printed: string): boolean {
  return transliterations(printed).some((spelling) => beginWordsOf(mrz, spelling));
}

/** Whether the words of an MRZ begin these words of a printed name, and are shorter in all. */
function beginWordsOf(mrz: string, spelling: string): boolean {
  const [own, printed] = [wordsOf(mrz), wordsOf(spelling)];
  const letters = printed.join("");
  const starts = new Set(printed.map((_, i) => printed.slice(0, i).join("").length));
  const isRunTogether = printed.length < own.length;
  let [at, end, covered] = [0, 0, 0];
  for (const word of own) {
    const begins = new RegExp(pattern(word), "y");
    for (at = end; at < letters.length; at++) {
      begins.lastIndex = at;
      if ((starts.has(at) || isRunTogether) && begins.test(letters)) break;
      if (covered === 0) return false;
    }
    if (at === letters.length) return false;
    end = begins.lastIndex;
    covered += end - at;
  }
  return covered > 0 && covered < letters.length;
}

/** Maximum characters of a name: longer lines are sentences, and comparing them takes long. */
export const NAME_MAX = 60;

const wordsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== "");

/**
 * A printed name with the spaces that the recogniser lost, at the MRZ's word boundaries, each if only one
 * place is possible. Other separators between words stay.
 */
export function respaced(printed: string, mrz: string): string {
  const words = wordsOf(mrz);
  const isWhole = printed.split(/[^\p{L}\p{M}\d]+/u).length >= words.length;
  if (isWhole || printed.length > NAME_MAX) return printed;
  let [text, from] = [printed, 0];
  for (const [i, word] of words.entries()) {
    const next = words[i + 1];
    if (next === undefined) break;
    const place = boundaryIn(text, from, word, next, words.slice(i + 1).join(""));
    if (place === undefined) continue;
    const isParted = /[^\p{L}\p{M}\d]/u.test(text[place - 1]!) || /[^\p{L}\p{M}\d]/u.test(text[place]!);
    if (!isParted) text = `${text.slice(0, place)} ${text.slice(place)}`;
    from = isParted ? place : place + 1;
  }
  return text;
}

/**
 * The place where the text behind `from` splits into a word, equal to or longer than the MRZ's, and the MRZ's
 * next one. Undefined if there is none, or several.
 */
function boundaryIn(
  text: string,
  from: number,
  word: string,
  next: string,
  rest: string,
): number | undefined {
  const places: number[] = [];
  for (let place = from + 1; place < text.length; place++) {
    if (!/\p{L}/u.test(text[place]!)) continue;
    const behind = transliterations(text.slice(place)).map(inLetters);
    if (!behind.some((letters) => new RegExp(`^${pattern(next)}`).test(letters))) continue;
    const before = transliterations(text.slice(from, place)).map(inLetters);
    const isWhole = before.some((letters) => new RegExp(`^${pattern(word)}$`).test(letters));
    // If the MRZ's own letters match to the end, the place is certain.
    if (isWhole && behind.some((letters) => new RegExp(`^${pattern(rest)}$`).test(letters))) return place;
    if (before.some((letters) => new RegExp(`^${pattern(word)}`).test(letters))) places.push(place);
  }
  return places.length === 1 ? places[0] : undefined;
}
