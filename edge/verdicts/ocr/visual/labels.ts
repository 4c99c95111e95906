import { editDistance } from "../../text/edit-distance.ts";
import { LABELS, type Label } from "../../text/label-table.ts";
import { lettersOf } from "../../text/letters.ts";
import type { LabelKind } from "../../text/printed-labels.ts";

export interface LabelMatch {
  readonly kind: LabelKind;
  /** Languages with this label, BCP 47. */
  readonly languages: readonly string[];
  /**
   * The text after the label on its line, without translations of the label; "" when the value is on another
   * line.
   */
  readonly rest: string;
}

/**
 * Labels with at least this many letters may be misread in one letter, and in one more per `LETTERS_AN_ERROR`
 * further letters.
 */
const FUZZY_FROM = 8;
const LETTERS_AN_ERROR = 6;

/**
 * The label at the start of a line, numbered ("3. Date of birth") or not; null when the line begins with no
 * label.
 */
export function matchLabel(text: string): LabelMatch | null {
  const first = behindLabel(text.replace(/^\s*\d{1,2}[a-d]?[.)]\s*/i, ""));
  if (first === null) return null;
  const found = [first];
  let { rest } = first;
  for (let next = behindLabel(rest); next !== null; next = behindLabel(rest)) {
    found.push(next);
    rest = next.rest;
  }
  // "Nome / Name" may label a part of a name or all of it; "Surname" beside it removes the ambiguity.
  const { kind } = found.find((one) => one.kind !== "name") ?? first;
  const isHeading = found.some((one) => one.kind !== kind && one.kind !== "name");
  return {
    kind,
    languages: found.flatMap(({ languages }) => languages),
    rest: isHeading || isTranslation(text, rest) ? "" : rest,
  };
}

/**
 * Text after a slash is the label in a language outside the table, unless it has digits: labels have none.
 */
const isTranslation = (text: string, rest: string): boolean =>
  !/\d/.test(rest) && /[/|]\s*$/.test(text.slice(0, text.length - rest.length));

function behindLabel(text: string): LabelMatch | null {
  const letters = lettersOf(text);
  if (letters === "") return null;
  for (const label of LABELS) {
    const rest = letters.startsWith(label.letters) ? behind(text, label.letters) : null;
    if (rest !== null) return { kind: label.kind, languages: label.languages, rest };
  }
  return behindMisread(text);
}

/** The original text after a label; null when the text's first word is longer than the label. */
function behind(text: string, letters: string): string | null {
  let seen = 0;
  let end = 0;
  for (const character of text) {
    if (seen >= letters.length) break;
    seen += lettersOf(character).length;
    end += character.length;
  }
  const rest = text.slice(end);
  const wordGoesOn = /^\p{Ll}/u.test(rest) || (/\p{Lu}$/u.test(text.slice(0, end)) && /^\p{L}/u.test(rest));
  if (lettersOf(text.slice(0, end)) !== letters || wordGoesOn) return null;
  return value(rest);
}

const value = (rest: string) => rest.replace(/^[\s:./|()-]+/, "").trim();

/**
 * The label with the smallest edit distance to the text's first words, within the allowed errors; null when
 * labels of two kinds tie.
 */
function behindMisread(text: string): LabelMatch | null {
  let best: { label: Label; end: number; distance: number } | undefined;
  let isTied = false;
  for (const end of wordEnds(text)) {
    const letters = lettersOf(text.slice(0, end));
    for (const label of LABELS) {
      const errors = errorsAllowed(label.letters);
      if (errors === 0 || Math.abs(label.letters.length - letters.length) > errors) continue;
      const distance = editDistance(label.letters, letters);
      if (distance > errors || distance > (best?.distance ?? errors)) continue;
      isTied = distance === best?.distance && label.kind !== best.label.kind;
      best = { label, end, distance };
    }
  }
  if (best === undefined || isTied) return null;
  return { kind: best.label.kind, languages: best.label.languages, rest: value(text.slice(best.end)) };
}

const errorsAllowed = ({ length }: string): number =>
  length < FUZZY_FROM ? 0 : 1 + Math.floor((length - FUZZY_FROM) / LETTERS_AN_ERROR);

/** Ends of words, including those directly before a number. */
const wordEnds = (text: string): number[] =>
  [...text.matchAll(/\p{L}(?![\p{L}\p{M}'’])/gu)].map(({ index, 0: letter }) => index + letter.length);
