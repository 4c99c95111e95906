import type { FieldKey } from "../../../../../vocabulary/documents.ts";
import type { TextLine } from "../../../../inference/port.ts";
import { countryNamed } from "../../../text/country-names.ts";
import { CONFIDENT } from "../../../text/letters.ts";
import type { LabelKind } from "../../../text/printed-labels.ts";
import { ELEMENTS } from "../../elements.ts";
import { isLikeLabel } from "../labels/label-beginnings.ts";
import { labelOf } from "../labels/labels.ts";
import { lineAt, PLACEMENTS, type Placement, type ReadValue } from "../placement.ts";

export type Values = ReadonlyMap<FieldKey, ReadValue>;
/** The lines that print the MRZ's values, by value. */
export type Known = ReadonlyMap<TextLine, FieldKey>;

/** The MRZ's names, numbers, dates and nationality in print. */
export function shownBy(lines: readonly TextLine[], machine: Values): Known {
  const known = new Map<TextLine, FieldKey>();
  const nationality = machine.get("nationality")?.value;
  for (const line of lines) {
    const shown = ELEMENTS.find(([key, element]) => {
      const value = machine.get(key)?.value;
      return value !== undefined && element.shown(line, value);
    });
    if (shown !== undefined) known.set(line, shown[0]);
    else if (nationality !== undefined && !/\d/.test(line.text) && countryNamed(line.text) === nationality)
      known.set(line, "nationality");
  }
  return known;
}

/** Maximum languages of a label; a line with more has the labels of several fields. */
const LANGUAGES = 4;

/** A label, known or only legible, and the line that it explains. */
interface Explanation {
  readonly label: TextLine;
  readonly kind: LabelKind | undefined;
  readonly value: TextLine;
}

/**
 * Known labels, and legible text as small as one, with the value beside each: at the side where the page's
 * MRZ values have their labels, else at any side.
 */
export function explanationsOf(lines: readonly TextLine[], known: Known): readonly Explanation[] {
  const labels = lines.flatMap((label) => {
    const found = known.has(label) ? null : labelOf(label);
    const isOne = found?.rest === "" && label.text.split("/").length <= LANGUAGES;
    return isOne ? [{ label, kind: found.kind }] : [];
  });
  const explainedAt = (placement: Placement) =>
    labels.filter(({ label, kind }) => known.get(lineAt(placement, label, lines)!) === kind).length;
  const [usual, ...others] = PLACEMENTS.toSorted((a, b) => explainedAt(b) - explainedAt(a));
  const isUsual = explainedAt(usual!) > 0;
  const kinds = new Map(labels.map(({ label, kind }) => [label, kind]));
  const isLegible = legibleOn(lines, known);
  const worded = lines.filter((line) => !known.has(line) && (kinds.has(line) || isLegible(line)));
  return worded.flatMap((label) => {
    const at = (placement: Placement) => {
      const value = lineAt(placement, label, lines);
      const isValue = value !== undefined && !kinds.has(value);
      return isValue && (kinds.has(label) || isSmaller(label, value)) ? [value] : [];
    };
    const first = at(usual!);
    const values = isUsual && first.length > 0 ? first : [...first, ...others.flatMap(at)];
    return values.map((value) => ({ label, kind: kinds.get(label), value }));
  });
}

/** Whether a line is explained at most by labels of these kinds, or by the beginning of one. */
export type IsOpen = (line: TextLine) => boolean;

export function openFor(explanations: readonly Explanation[], kinds: readonly LabelKind[]): IsOpen {
  const byValue = Map.groupBy(explanations, ({ value }) => value);
  const isOwn = ({ label, kind }: Explanation) =>
    kind === undefined ? isLikeLabel(label.text, kinds) : kinds.includes(kind);
  return (line) => (byValue.get(line) ?? []).every(isOwn);
}

/** A label is smaller than its value by this factor. */
const SMALLER = 0.9;
/** Minimum letters of a line that may be a label, and not a symbol or code. */
const WORDED = 5;

const isSmaller = (label: TextLine, value: TextLine): boolean => label.place[3] < SMALLER * value.place[3];
/** Minimum lines with small letters for a page whose labels are in small letters. */
const SEVERAL = 2;
const SMALL = /\p{Ll}/u;
const isWorded = ({ text }: TextLine): boolean => text.replace(/[^\p{L}]/gu, "").length >= WORDED;

/**
 * Whether a line may be a label by its letters. No label has digits; an address's lines differ in height as
 * well. If the holder's names are in capitals and smaller print is not, capitals mean a value.
 */
function legibleOn(lines: readonly TextLine[], known: Known): (line: TextLine) => boolean {
  const isWritten = [...known.keys()].some(({ text }) => SMALL.test(text));
  const written = lines.filter((line) => SMALL.test(line.text) && isWorded(line));
  const isParted = !isWritten && written.length >= SEVERAL;
  return (line) =>
    line.confidence >= CONFIDENT &&
    !/\d/.test(line.text) &&
    isWorded(line) &&
    (!isParted || SMALL.test(line.text));
}
