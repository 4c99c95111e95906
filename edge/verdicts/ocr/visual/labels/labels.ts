import type { TextLine } from "../../../../inference/port.ts";
import { LABELS, type Label } from "../../../text/label-table.ts";
import { type Spelled, spelled } from "../../../text/letters.ts";
import type { LabelKind } from "../../../text/printed-labels.ts";
import { remembered } from "../../../text/remembered.ts";
import { around, lineAt } from "../placement.ts";
import { LABEL_TREE, misreadLabel } from "./misread-labels.ts";

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

/**
 * Maximum translations of a label that are searched at the start of a line. The first may be misread, which
 * takes most of the time.
 */
const TRANSLATIONS = { all: 6, misread: 2 } as const;

/** A slash between a label and its translation that was read as another stroke: "nascitayPlace of birth". */
const MISREAD_SLASH = /(?<=\p{Ll} ?)[yYiIjJlfrA17!|](?=\p{Lu}\p{Ll})/u;

/**
 * The label at the start of a line, numbered ("3. Date of birth") or not, or alone behind its slash; null if
 * there is none. If text follows it, or there is none, it is searched again with its slash repaired.
 */
export function matchLabel(text: string): LabelMatch | null {
  const plain = labelIn(text) ?? translationIn(text);
  if (plain?.rest === "" || !MISREAD_SLASH.test(text)) return plain;
  const parted = labelIn(text.replace(MISREAD_SLASH, "/"));
  return parted?.rest === "" ? parted : plain;
}

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
  while (found.length < TRANSLATIONS.all) {
    const next = behindLabel(rest, found.length < TRANSLATIONS.misread);
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

function behindLabel(text: string, mayBeMisread: boolean): LabelMatch | null {
  const line = spelled(text);
  if (line.letters === "") return null;
  for (const length of LABEL_TREE.lengths(line.letters).reverse()) {
    const { kind, languages } = EXACT.get(line.letters.slice(0, length))!;
    const rest = behind(line, length) ?? translationBehind(line, length, kind);
    if (rest !== null) return { kind, languages, rest };
  }
  return mayBeMisread ? behindMisread(line) : null;
}

/** The original text after this many letters; null if a word, or a character, continues there. */
function behind({ text, letters, ends }: Spelled, length: number): string | null {
  if (letters.length < length) return null;
  const end = ends[length - 1]!;
  const rest = text.slice(end);
  const wordGoesOn = /^\p{Ll}/u.test(rest) || (/\p{Lu}$/u.test(text.slice(0, end)) && /^\p{L}/u.test(rest));
  return ends[length] === end || wordGoesOn ? null : value(rest);
}

/**
 * The original text after this many letters if it is the same label in another language, run into the first
 * one: "LUOGODINASCITALIEUDENAISSANCE". Null if it is anything else.
 */
function translationBehind({ text, letters, ends }: Spelled, length: number, kind: LabelKind): string | null {
  const [rest, end] = [letters.slice(length), ends[length - 1]];
  const isSame = (label: Label) => label.kind === kind || label.kind === "name" || kind === "name";
  if (rest === "" || end === undefined || ends[length] === end) return null;
  const exact = EXACT.get(rest);
  const likely =
    exact === undefined ? LABEL_TREE.misread(rest).filter((read) => read.length === rest.length) : [];
  const isTranslated = [exact, ...likely.map(({ entry }) => entry.label)].some(
    (label) => label && isSame(label),
  );
  return isTranslated ? value(text.slice(end)) : null;
}

const value = (rest: string) => rest.replace(/^[\s:./|()-]+/, "").trim();

/** The text behind a misread label; null if there is none. */
function behindMisread(line: Spelled): LabelMatch | null {
  const misread = misreadLabel(line);
  if (misread === null) return null;
  const { label, end } = misread;
  return { kind: label.kind, languages: label.languages, rest: value(line.text.slice(end)) };
}

/** Maximum pairs of lines that are tried as one label, since each takes long. */
const TRIED_MAX = 20;
/** Maximum distance of a label's parts, in heights of a line. */
const APART = 1;
/** A part of a label: words, of one line small and close. */
const PART = /^\p{L}[\p{L} .'’:/-]*$/u;

/** The lines, with labels joined that the detector split: "Placeof" and "birth", side by side. */
export function withLabelsWhole(lines: readonly TextLine[]): readonly TextLine[] {
  const whole = new Map<TextLine, readonly TextLine[]>();
  const isPart = (line: TextLine) => !whole.has(line) && PART.test(line.text) && labelOf(line) === null;
  let tried = 0;
  for (const line of lines) {
    if (!isPart(line)) continue;
    const next = lineAt("beside", line, lines);
    if (next === undefined || isApart(line, next) || !isPart(next)) continue;
    if (tried++ === TRIED_MAX) break;
    const both = joined(line, next);
    if (labelOf(both)?.rest === "") whole.set(line, [both]).set(next, []);
  }
  return whole.size === 0 ? lines : lines.flatMap((line) => whole.get(line) ?? [line]);
}

const isApart = ({ place: [x, , width, height] }: TextLine, { place: [left] }: TextLine): boolean =>
  left - (x + width) > APART * height;

const joined = (line: TextLine, next: TextLine): TextLine => ({
  text: `${line.text} ${next.text}`,
  confidence: Math.min(line.confidence, next.confidence),
  certainty: line.certainty * next.certainty,
  box: around([line.box, next.box]),
  place: around([line.place, next.place]),
});
