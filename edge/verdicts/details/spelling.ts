import { transliterations } from "../text/transliteration.ts";

/** A text as it is compared: its words in each spelling that an MRZ may have. */
export interface Spelled {
  /** In capitals, without spaces and punctuation, in its own script. */
  readonly folded: string;
  /**
   * The words of each spelling, in letters A–Z and digits; empty for a text that the tables of ICAO Doc
   * 9303-3 do not spell.
   */
  readonly spellings: readonly (readonly string[])[];
}

/** Marks within a word, which an MRZ omits: D'ARC is DARC, and GAL·LA is GALLA. */
const WITHIN_WORDS = /['’‘ʼ`´·]/gu;
const BETWEEN_WORDS = /[\p{P}\p{S}\p{Z}\s]+/u;

/** A word of one script that the tables spell: a Cyrillic letter among Latin ones only looks like a word. */
const OF_ONE_SCRIPT = /^(?:[\p{Script=Latin}\p{N}]+|[\p{Script=Cyrillic}\p{N}]+)$/u;
const SPELLED = /^[A-Z0-9]+$/;

/**
 * The text in the forms in which it is compared. Equal texts have equal Unicode (NFC); a text with control or
 * format characters, letters of two scripts in a word, or marks on no letter has no spelling.
 */
export function spell(text: string): Spelled {
  const own = wordsOf(text);
  const isSpellable = own.length > 0 && own.every((word) => OF_ONE_SCRIPT.test(word));
  const all = isSpellable ? transliterations(own.join(" ")).map((each) => each.split(" ")) : [];
  const spellings = all.filter((words) => words.every((word) => SPELLED.test(word)));
  return { folded: own.join(""), spellings };
}

/** The words of a text in capitals, in its own script. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize("NFC")
    .toUpperCase()
    .replace(WITHIN_WORDS, "")
    .split(BETWEEN_WORDS)
    .filter((word) => word !== "");
