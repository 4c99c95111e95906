import type { TextLine } from "../../../../inference/port.ts";
import type { LabelKind } from "../../../text/printed-labels.ts";
import { type LabelMatch, labelOf } from "../labels/labels.ts";
import { lineAt, type Placement } from "../placement.ts";
import { isUnder } from "./licence-numbers.ts";

/**
 * Labels of North American licences and identification cards (AAMVA DL/ID Card Design Standard, and what
 * states print beside or instead of its numbers), longest first.
 */
const LABELS: readonly (readonly [pattern: string, kind: LabelKind])[] = [
  ["CUSTOMER ID(?:ENTIFIER)?(?: ?NO)?", "document_number"],
  ["(?:OP)?LIC(?:ENSE)?\\.? ?(?:NO|NUM|#)", "document_number"],
  ["(?:DL|ID|OL) ?(?:NO|NUM|#)", "document_number"],
  ["(?:DLN|OLN|IDN)(?!\\d)", "document_number"],
  ["(?:DL|OL|ID|LIC)(?!N\\d)", "document_number"],
  ["LN", "last_name"],
  ["FN", "first_name"],
  ["D[O0]B", "date_of_birth"],
  // Its letters have the shapes of digits: "3008 05/09/1975". The number and a date make it one.
  [String.raw`(?<=^\s*3[.:]?\s*)[D0O][O0][B8](?=\s*[\d\s./-]{8,10}$)`, "date_of_birth"],
  ["[I1L]SS(?:UED)?", "date_of_issue"],
  ["EXP(?:IRES)?", "date_of_expiry"],
  ["SEX", "sex"],
  [
    "DD|HGT|HT|WGT|WT|EYES?|HAIR|CLASS|END|RSTR|REST|DUPS?|REV|ORGAN DONOR|DONOR|VETERAN|DLN|DL|OL|ID",
    "other",
  ],
];

/** The standard's numbers: 4d is the card's number, and 5 that of the piece, which no field shows. */
const NUMBERS: Readonly<Record<string, LabelKind>> = {
  "1": "last_name",
  "2": "first_name",
  "3": "date_of_birth",
  "4a": "date_of_issue",
  "4b": "date_of_expiry",
  "4d": "document_number",
  "5": "other",
  "8": "address",
};

/** A label with its number, which readers run together: "4bEXP04/05/2031", "15SEXF". */
const LABELLED = LABELS.map(([pattern, kind]) => ({
  kind,
  pattern: new RegExp(
    String.raw`^\s*(?<number>\d{1,2}[a-d]?)?[.:]?\s*(?:${pattern})(?<behind>[.:#/\s]*)(?<rest>.*)$`,
    "iu",
  ),
}));
/** A number without a label: a name may stand close behind it, but what begins with a digit may not. */
const NUMBERED = /^\s*([1-8][abd]?)[.:]?(?:\s*(?=\p{L})|\s+|$)(.*)$/iu;
/** Canadian licences have their labels in French as well: "DOB/DDN". */
const TRANSLATION = /^(?:\p{L}{2,5}\.?(?:\s+|(?=\d))|\p{L}{2,5}\.?$)/u;

interface Labelled extends LabelMatch {
  readonly isNumbered: boolean;
}

function labelledIn(text: string): Labelled | null {
  for (const { kind, pattern } of LABELLED) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const { number, behind = "", rest = "" } = groups;
    if (!mayFollow(kind, behind, rest)) continue;
    const value = behind.includes("/") ? rest.replace(TRANSLATION, "") : rest;
    return { kind, languages: ["en"], rest: value.trim(), isNumbered: number !== undefined };
  }
  return null;
}

/**
 * Whether a label may end before this text: without a separator a value has digits, or is a sex. No name
 * begins with LN or FN.
 */
const mayFollow = (kind: LabelKind, behind: string, rest: string): boolean =>
  behind !== "" || rest === "" || (BEHIND[kind] ?? /^\P{L}*\d|^\p{L}\d/u).test(rest);

const BEHIND: Partial<Record<LabelKind, RegExp>> = {
  sex: /^[MFX]$/i,
  last_name: /^\p{L}{2}/u,
  first_name: /^\p{L}{2}/u,
};

/** Fields that every such card labels; and those whose labels no other document has. */
const ALWAYS: readonly LabelKind[] = ["date_of_birth", "date_of_expiry"];
const OWN: readonly LabelKind[] = ["last_name", "first_name"];
/** Labels with a number, from which the page has the standard's numbers. */
const NUMBERED_FROM = 2;

/**
 * The labels of a page that is a North American licence: it labels birth and expiry in their short form, and
 * is titled a licence, has the labels of names, or the standard's numbers before its labels. Null for others.
 */
export function americanLabels(
  lines: readonly TextLine[],
  isTitled: boolean,
): Map<TextLine, LabelMatch> | null {
  const found = new Map(lines.map((line) => [line, labelledIn(line.text)] as const));
  const labelled = [...found.values()].filter((label) => label !== null);
  const kinds = new Set(labelled.map(({ kind }) => kind));
  const isNumbered = labelled.filter((label) => label.isNumbered).length >= NUMBERED_FROM;
  const isAmerican = isTitled || isNumbered || OWN.some((kind) => kinds.has(kind));
  if (!isAmerican || !ALWAYS.every((kind) => kinds.has(kind))) return null;
  const labels = new Map(
    lines.flatMap((line) => {
      const label = found.get(line) ?? (isNumbered ? numberedIn(line, lines) : null) ?? labelOf(line);
      return label === null ? [] : [[line, label] as const];
    }),
  );
  return isNumbered ? new Map([...labels, ...unnumberedRows(lines, labels)]) : labels;
}

/** A line's number and its value. One letter is a blot if the value is beside it. */
function numberedIn(line: TextLine, lines: readonly TextLine[]): LabelMatch | null {
  const [, number = "", rest = ""] = NUMBERED.exec(line.text) ?? [];
  const kind = NUMBERS[number.toLowerCase()];
  if (kind === undefined) return null;
  const isBlot = rest.trim().length === 1 && lineAt("beside", line, lines) !== undefined;
  return { kind, languages: ["en"], rest: isBlot ? "" : rest.trim() };
}

const NAME = /^\D*\p{L}{2}\D*$/u;
const ADDRESS = /\d.*\p{L}{2}|\p{L}{2}.*\d/u;
/** Neighbours in the standard's order: a value, the one that stands above or beneath it, and its form. */
const ORDER: readonly (readonly [known: LabelKind, placement: Placement, kind: LabelKind, form: RegExp])[] = [
  ["first_name", "above", "last_name", NAME],
  ["last_name", "beneath", "first_name", NAME],
  ["first_name", "beneath", "address", ADDRESS],
];

/** The first of two rows of letters over an address, if one column has them, and only once. */
function surnameByForm(lines: readonly TextLine[]): TextLine | undefined {
  const [only, ...others] = lines.filter((first) => {
    const second = lineAt("beneath", first, lines);
    const third = second && lineAt("beneath", second, lines);
    const isColumn = third !== undefined && isUnder(second!, first) && isUnder(third, first);
    return isColumn && NAME.test(first.text) && NAME.test(second!.text) && ADDRESS.test(third.text);
  });
  return others.length === 0 ? only : undefined;
}

/** Names and an address whose thin numbers were not read, next to each other's value in its column. */
function unnumberedRows(
  lines: readonly TextLine[],
  labels: ReadonlyMap<TextLine, LabelMatch>,
): Map<TextLine, LabelMatch> {
  const found = new Map<TextLine, LabelMatch>();
  const values = new Map<LabelKind, TextLine>();
  for (const [line, { kind, rest }] of labels) {
    const value = rest === "" ? lineAt("beside", line, lines) : line;
    if (value !== undefined && (rest !== "" || !labels.has(value))) values.set(kind, value);
  }
  const taken = new Set(values.values());
  const isFree = (line: TextLine) =>
    !labels.has(line) && (!taken.has(line) || values.get("address") === line);
  const isNamed = values.has("first_name") || values.has("last_name");
  const surname = isNamed ? undefined : surnameByForm(lines.filter(isFree));
  if (surname !== undefined) {
    found.set(surname, { kind: "last_name", languages: ["en"], rest: surname.text });
    values.set("last_name", surname);
  }
  for (const [known, placement, kind, form] of ORDER) {
    const beside = values.get(known);
    const value = beside && !values.has(kind) ? lineAt(placement, beside, lines) : undefined;
    const isOpen = value !== undefined && !labels.has(value) && !taken.has(value);
    if (!isOpen || !isUnder(value, beside!) || !form.test(value.text)) continue;
    found.set(value, { kind, languages: ["en"], rest: value.text });
    values.set(kind, value);
    taken.add(value);
  }
  return found;
}
