import type { TextLine } from "../../../../inference/port.ts";
import { LABELS } from "../../../text/label-table.ts";
import { type Spelled, spelled } from "../../../text/letters.ts";
import type { LabelKind } from "../../../text/printed-labels.ts";
import { remembered } from "../../../text/remembered.ts";
import { splitAt } from "../placement.ts";

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
    const next = behindLabel(rest) ?? (found.length > 0 ? behindMisreadSlash(rest) : null);
    if (next === null) break;
    found.push(next);
    rest = next.rest;
  }
  const [first] = found;
  if (first === undefined) return null;
  // "Nome / Name" may label a part of a name or all of it; "Surname" beside it removes the ambiguity.
  const { kind } = found.find((one) => one.kind !== "name") ?? first;
  const isHeading = found.some((one) => one.kind !== kind && one.kind !== "name");
  const isLabel = isHeading || isTranslation(text, rest) || translationIn(rest)?.kind === kind;
  return { kind, languages: found.flatMap(({ languages }) => languages), rest: isLabel ? "" : rest };
}

/** The translation behind a slash that was read as a letter: "Prénoms I Given names". */
function behindMisreadSlash(rest: string): LabelMatch | null {
  const behind = /^[Il]\s+(.+)$/.exec(rest)?.[1];
  return behind === undefined ? null : behindLabel(behind);
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

/** "USCIS# 123-456-789": the sign belongs to the label. */
const value = (rest: string) => rest.replace(/^[\s:./|()#-]+/, "").trim();

/** The lines, with the labels of two columns apart that the detector read as one: "Vornamen Gültig bis". */
export const withLabelsApart = (lines: readonly TextLine[]): readonly TextLine[] =>
  lines.flatMap((line) => {
    const rest = labelOf(line)?.rest;
    const isAllLabels = rest === "" || (rest !== undefined && translationIn(rest) !== null);
    const starts = isAllLabels ? columnStarts(line.text) : [0];
    return starts.length === 1 ? [line] : splitAt(line, starts);
  });

/** Maximum labels of a line, with their translations. */
const LABELS_MAX = 8;

/**
 * Where the labels of a line begin that are no translation of the one before; [0] if other text follows. The
 * last one may be legible in one of its translations only.
 */
function columnStarts(text: string): number[] {
  const starts = [0];
  let [rest, kind]: [string, LabelKind] = [text, "name"];
  for (let n = 0; rest !== ""; n++) {
    const next = n < LABELS_MAX ? (behindLabel(rest) ?? translationIn(rest)) : null;
    if (next === null) return [0];
    const at = text.trimEnd().length - rest.length;
    const isOther = kind !== "name" && next.kind !== "name" && next.kind !== kind;
    if (isOther && !/[/|]\s*$/.test(text.slice(0, at))) starts.push(at);
    if (isOther || kind === "name") kind = next.kind;
    rest = next.rest;
  }
  return starts;
}
