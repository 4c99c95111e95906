import { LABELS, type Label } from "../../../text/label-table.ts";
import { lettersOf, type Spelled } from "../../../text/letters.ts";
import { WordTree } from "../../../text/word-tree.ts";

/**
 * Labels with at least this many letters may be misread in one letter, and in one more per `LETTERS_AN_ERROR`
 * further letters, up to `ERRORS`: with more, most beginnings of labels would resemble any text. A label one
 * letter shorter may differ in one letter that is not its first, if nothing follows it: names easily resemble
 * a short label.
 */
const FUZZY_FROM = 8;
const FUZZY_ALONE_FROM = 7;
const LETTERS_AN_ERROR = 6;
const ERRORS = 3;

const errorsAllowed = ({ length }: string): number =>
  length < FUZZY_ALONE_FROM
    ? 0
    : Math.min(ERRORS, 1 + Math.max(0, Math.floor((length - FUZZY_FROM) / LETTERS_AN_ERROR)));

/** A line's text is compared with all labels at once: page after page, this is most of a verdict's time. */
export const LABEL_TREE = new WordTree(
  LABELS.map((label, rank) => ({
    letters: label.letters,
    errors: errorsAllowed(label.letters),
    entry: { label, rank },
  })),
);

/** A label, and its end in the text that was read for it. */
interface MisreadLabel {
  readonly label: Label;
  readonly end: number;
}

/**
 * The label with the smallest edit distance to the text's first words, within the allowed errors; null when
 * labels of two kinds tie.
 */
export function misreadLabel(line: Spelled): MisreadLabel | null {
  const readings = LABEL_TREE.misread(line.letters);
  if (readings.length === 0) return null;
  const ends = wordEnds(line, Math.max(...readings.map(({ length }) => length)));
  const lengths = new Set(ends.map(({ length }) => length));
  const whole = readings.filter(({ length }) => lengths.has(length));
  const least = Math.min(...whole.map(({ distance }) => distance));
  const nearest = whole
    .filter(({ distance }) => distance === least)
    .sort((a, b) => a.entry.rank - b.entry.rank);
  let best: MisreadLabel | undefined;
  let isTied = false;
  for (const { end, length } of ends) {
    for (const { entry } of nearest.filter((reading) => reading.length === length)) {
      isTied = best !== undefined && entry.label.kind !== best.label.kind;
      best = { label: entry.label, end };
    }
  }
  if (best === undefined || isTied) return null;
  const behindIt = line.text.slice(best.end);
  if (mayBeginNumber(best.label.letters, line.text.slice(0, best.end), behindIt)) return null;
  if (best.label.letters.length < FUZZY_FROM && !isAlone(line.letters, best.label.letters)) return null;
  return best;
}

/**
 * Whether a misread label ends in another letter with a number close behind, so that the letter may be the
 * number's first digit: "Date of issul3 FEB 2024".
 */
const mayBeginNumber = (label: string, read: string, behind: string): boolean =>
  /^\d/.test(behind) && lettersOf(read).at(-1) !== label.at(-1);

const isAlone = (letters: string, label: string): boolean =>
  letters.length === label.length && letters[0] === label[0];

/**
 * Ends of words, including those directly before a number, with the count of letters up to there, within the
 * text's first letters up to this many and the next one.
 */
function wordEnds(
  { text, ends }: Spelled,
  letters: number,
): { readonly end: number; readonly length: number }[] {
  let length = 0;
  return [...text.slice(0, ends[letters]).matchAll(/\p{L}(?![\p{L}\p{M}'’])/gu)].map(
    ({ index, 0: letter }) => {
      const end = index + letter.length;
      while (length < ends.length && ends[length]! <= end) length++;
      return { end, length };
    },
  );
}
