import { isWithinEdits } from "../../../vocabulary/edit-distance.ts";
import { isShortFor } from "../text/names.ts";
import { type Spelled, spell, wordsOf } from "./spelling.ts";

/** A name, or a part of one. */
export interface Name {
  readonly text: string;
  /**
   * The words that may be missing on one of two sides: middle names. From the first of these indexes until
   * just before the second.
   */
  readonly middle: readonly [from: number, until: number];
}

/** A whole name in one text: its first word and its last one, also with a hyphen, are no middle names. */
export const wholeName = (text: string): Name => {
  const last = wordsOf(text.trim().split(/\s+/u).at(-1)!).length;
  return { text, middle: [1, wordsOf(text).length - Math.max(1, last)] };
};

/** Given names and surname. */
export const splitName = (given: string, surname: string): Name => ({
  text: `${given} ${surname}`,
  middle: [1, wordsOf(given).length],
});

export const givenNames = (text: string): Name => ({ text, middle: [1, wordsOf(text).length] });
export const surname = (text: string): Name => ({ text, middle: [0, 0] });

/**
 * `same`: the same letters in the same order. `spelled`: the same name in another spelling or order, or
 * without a middle name. `close`: it cannot be determined whether it is the same name. `different`: it is
 * not.
 */
export type NameComparison = "same" | "spelled" | "close" | "different";

/**
 * Compares an expected name with a read one (docs/reference/expected-details.md). `isCut`: the read name is
 * of an MRZ whose names fill their line, and may be cut there (ICAO Doc 9303-3, 4.6).
 */
export function compareNames(expected: Name, read: Name, isCut = false): NameComparison {
  const [a, b] = [spell(expected.text), spell(read.text)];
  if (a.folded !== "" && a.folded === b.folded) return "same";
  // A script without a table: nothing says whether it is the same name.
  if (a.spellings.length === 0 || b.spellings.length === 0) return "close";
  if (anyPair(a, b, (one, other) => isSameName(one, expected, other, read))) return "spelled";
  if (isCut && isShortFor(read.text, expected.text)) return "spelled";
  if (isLatin(expected.text) !== isLatin(read.text)) return "close";
  return anyPair(a, b, isNearlySame) ? "close" : "different";
}

/** Between scripts, the tables have one spelling of many: Claire is Клэр, which they spell KLER. */
const isLatin = (text: string) => !/[\p{L}--\p{Script=Latin}]/v.test(text);

type Words = readonly string[];

const anyPair = (a: Spelled, b: Spelled, holds: (one: Words, other: Words) => boolean): boolean =>
  a.spellings.some((one) => b.spellings.some((other) => holds(one, other)));

function isSameName(one: Words, expected: Name, other: Words, read: Name): boolean {
  if (one.join("") === other.join("")) return true;
  return one.length >= other.length
    ? lacksOnlyMiddle(one, other, expected.middle)
    : lacksOnlyMiddle(other, one, read.middle);
}

/** Whether the shorter name has every word of the longer one, in any order, but for middle names. */
function lacksOnlyMiddle(long: Words, short: Words, [from, until]: Name["middle"]): boolean {
  const isMiddle = (i: number) => i >= from && i < until;
  const left = new Set(long.keys());
  for (const word of short) {
    const places = [...left].filter((i) => long[i] === word);
    const place = places.find((i) => !isMiddle(i)) ?? places[0];
    if (place === undefined) return false;
    left.delete(place);
  }
  return [...left].every(isMiddle);
}

/** Whether all words but one are the same and that one nearly is, or one name is a part of the other. */
function isNearlySame(one: Words, other: Words): boolean {
  const [left, right] = [without(one, other), without(other, one)];
  if (left.length === 0 || right.length === 0) return true;
  return left.length === 1 && right.length === 1 && isMisspelling(left[0]!, right[0]!);
}

/** The words of a name that another name does not have, each counted. */
function without(words: Words, others: Words): string[] {
  const left = [...words];
  for (const word of others) {
    const place = left.indexOf(word);
    if (place !== -1) left.splice(place, 1);
  }
  return left;
}

/** Characters from which one, and two, may differ: short names differ by one letter, as LI and LU. */
const ONE_FROM = 4;
const TWO_FROM = 8;

function isMisspelling(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length);
  return isWithinEdits(one, other, Number(length >= ONE_FROM) + Number(length >= TWO_FROM));
}
