import type { TextLine } from "../../../../inference/port.ts";
import { LABELS } from "../../../text/label-table.ts";
import { type Spelled, spelled } from "../../../text/letters.ts";
import type { LabelKind } from "../../../text/printed-labels.ts";
import { remembered } from "../../../text/remembered.ts";

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

const EXACT = new Map(LABELS.map((label) => [label.letters, label]));

/** The lengths of all labels, longest first. */
const LENGTHS = [...new Set(LABELS.map(({ letters }) => letters.length))].sort((a, b) => b - a);

/** Maximum translations of a label that are searched at the start of a line. */
const TRANSLATIONS = 6;

/**
 * The label at the start of a line, numbered ("3. Date of birth") or not, or alone behind its slash; null if
 * there is none.
 */
export const matchLabel = (text: string): LabelMatch | null => labelIn(text) ?? translationIn(text);

/** The label of a whole line, remembered because several rules of a page need it. */
export const labelOf = remembered(({ text }: TextLine) => matchLabel(text));

/**
 * The label behind a text's last slash, if nothing follows it: in front is the same in another language, or a
 * misreading.
 */
function translationIn(text: string): LabelMatch | null {
  const behind = /.*\/(.+)$/.exec(text)?.[1];
  const found = behind === undefined ? null : labelIn(behind);
  return found?.rest === "" ? found : null;
}

function labelIn(text: string): LabelMatch | null {
  const found: LabelMatch[] = [];
  let rest = text.replace(/^\s*\d{1,2}[a-d]?[.)]\s*/i, "");
  while (found.length < TRANSLATIONS) {
    const next = behindLabel(rest);
    if (next === null) break;
    found.push(next);
    rest = next.rest;
  }
  const [first] = found;
  if (first === undefined) return null;
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
  const line = spelled(text);
  for (const length of LENGTHS) {
    const label = line.letters.length < length ? undefined : EXACT.get(line.letters.slice(0, length));
    const rest = label === undefined ? null : behind(line, length);
    if (rest !== null) return { kind: label!.kind, languages: label!.languages, rest };
  }
  return null;
}

/** The original text after this many letters; null if a word, or a character, continues there. */
function behind({ text, ends }: Spelled, length: number): string | null {
  const end = ends[length - 1]!;
  const rest = text.slice(end);
  const wordGoesOn = /^\p{Ll}/u.test(rest) || (/\p{Lu}$/u.test(text.slice(0, end)) && /^\p{L}/u.test(rest));
  return ends[length] === end || wordGoesOn ? null : value(rest);
}

const value = (rest: string) => rest.replace(/^[\s:./|()-]+/, "").trim();
