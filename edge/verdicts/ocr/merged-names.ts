import type { FieldKey } from "../../../vocabulary/documents.ts";
import { isWithinEdits } from "../../../vocabulary/edit-distance.ts";
import type { Box, TextLine } from "../../inference/port.ts";
import {
  containsWithoutMarks,
  inLetters,
  isShortFor,
  isSpelling,
  isSpellingWithoutMarks,
  NAME_MAX,
  respaced,
  withoutMarks,
} from "../text/names.ts";
import { remembered } from "../text/remembered.ts";
import { transliterations } from "../text/transliteration.ts";
import type { Field, Fields } from "./field.ts";
import { isLikeLabel } from "./visual/labels/label-beginnings.ts";
import { labelOf } from "./visual/labels/labels.ts";
import { joined, lineAt, type ReadValue, readIn } from "./visual/placement.ts";

const PARTS = ["first_name", "last_name"] as const;
export const NAMES: ReadonlySet<FieldKey> = new Set(["full_name", ...PARTS]);

/** Confidence in a name that may be cut. */
const CUT = 0.8;

/** Confidence of either of two readings if nothing decides between them. */
const EITHER = 0.5;

/**
 * A name of the MRZ beside the printed one. An MRZ whose names fill their line (`isFull`) may have cut or
 * abbreviated them: then the printed one is complete. If the reader writes no diacritics, the MRZ gives them.
 * A name with a few differing letters is uncertain: one of the two was misread and nothing decides which, so
 * the field gives both.
 */
export function mergedName(mrz: Field, printed: ReadValue | undefined, isFull: boolean): Field {
  const alone = isFull ? { ...mrz, confidence: Math.min(mrz.confidence, CUT) } : mrz;
  if (printed === undefined) return alone;
  const { bbox } = printed;
  // French cards print commas between given names; an MRZ never does (Doc 9303-3, 4.6).
  const value = respaced(printed.value.replaceAll(/\s*,\s*/g, " "), mrz.value);
  const confidence = Math.max(mrz.confidence, printed.confidence);
  if (isSpelling(mrz.value, printed.value)) return { ...sameName(value, printed, mrz), source: "both", bbox };
  if (isSpellingWithoutMarks(mrz.value, printed.value)) return { ...mrz, confidence, source: "both", bbox };
  if (isFull && isShortFor(mrz.value, printed.value)) return { ...printed, value, source: "both" };
  return doubted(alone, printed.value, isFull);
}

/** A name that print and MRZ spell by the same letters. The MRZ confirms no marks. */
function sameName(
  value: string,
  printed: ReadValue,
  mrz: Field,
): Pick<Field, "value" | "confidence" | "certainty" | "transliteration"> {
  const confidence = Math.max(mrz.confidence, printed.confidence);
  const hasMarks = /[^ -~]/.test(value);
  const isSpelledOtherwise = value.toUpperCase() !== mrz.value.toUpperCase();
  return {
    value,
    confidence,
    ...(hasMarks && printed.certainty !== undefined && { certainty: printed.certainty }),
    ...(isSpelledOtherwise && { transliteration: mrz.value }),
  };
}

/** A name of the MRZ beside a printed one, which is uncertain if a few letters differ. */
function doubted(field: Field, printed: string, isFull: boolean): Field {
  if (!isLookAlike(field.value, printed, isFull)) return field;
  return { ...field, confidence: Math.min(field.confidence, EITHER), alternative: printed };
}

/** Maximum lines of a name. */
const LINES = 3;
/** Maximum distance between the lines of a value, and difference of their heights, in heights of a line. */
const NEXT = { apart: 0.5, lower: 0.7 } as const;

/**
 * The printed names with their continuation lines, if the MRZ's name contains these lines or has no room for
 * them.
 */
export function withFurtherLines(
  printed: ReadonlyMap<FieldKey, ReadValue>,
  machine: ReadonlyMap<FieldKey, ReadValue>,
  lines: readonly TextLine[],
  isFull: boolean,
): Map<FieldKey, ReadValue> {
  const found = new Map(printed);
  for (const key of PARTS) {
    const [mrz, name] = [machine.get(key), printed.get(key)];
    const first = lines.find(({ box }) => isSameBox(box, name?.bbox));
    if (mrz === undefined || name === undefined || first === undefined) continue;
    const [text, ...further] = furtherLines(mrz.value, name.value, first, lines, isFull);
    if (further.length > 0) found.set(key, readIn([first, ...further], text));
  }
  return isComposed(printed) ? found.set("full_name", composed(found)) : found;
}

const isSameBox = (box: Box, other: Box | null | undefined): boolean =>
  box.every((length, i) => length === other?.[i]);

/** A name with its continuation lines. */
function furtherLines(
  mrz: string,
  name: string,
  first: TextLine,
  lines: readonly TextLine[],
  isFull: boolean,
): [text: string, ...further: TextLine[]] {
  let [text, accepted, whole]: [string, string, TextLine[]] = [name, name, []];
  const tried: TextLine[] = [];
  while (tried.length < LINES - 1 && !isSpelling(mrz, accepted)) {
    const next = nextOf(tried.at(-1) ?? first, lines);
    if (next === undefined) break;
    tried.push(next);
    text = `${text} ${next.text.trim()}`;
    const isSaid = isSpelling(mrz, text) || isSpellingWithoutMarks(mrz, text);
    if (isSaid || (isFull && isShortFor(mrz, text))) [accepted, whole] = [text, [...tried]];
  }
  return [accepted, ...whole];
}

/** The line beneath, if it is in the same print and no label. */
function nextOf(line: TextLine, lines: readonly TextLine[]): TextLine | undefined {
  const next = lineAt("beneath", line, lines);
  if (next === undefined || /\d/.test(next.text) || labelOf(next) !== null || isLikeLabel(next.text))
    return undefined;
  const [[x, y, , height], [left, top, , tall]] = [line.place, next.place];
  const isNext = Math.abs(left - x) < height / 2 && top - (y + height) < NEXT.apart * height;
  return isNext && Math.min(height, tall) > NEXT.lower * Math.max(height, tall) ? next : undefined;
}

/** Whether the printed full name consists of its parts, which have labels of their own. */
export function isComposed(printed: ReadonlyMap<FieldKey, ReadValue>): boolean {
  const [first, last] = [printed.get("first_name"), printed.get("last_name")];
  return first !== undefined && printed.get("full_name")?.value === `${first.value} ${last?.value}`;
}

function composed(printed: ReadonlyMap<FieldKey, ReadValue>): ReadValue {
  const [first, last] = [printed.get("first_name")!, printed.get("last_name")!];
  return joined(first, last);
}

/**
 * The fields, with the full name made of its parts if the MRZ and the printed text agree on each of them, or
 * if the MRZ may have cut them.
 */
export function withWholeName(fields: Fields, isFull: boolean): Fields {
  const { first_name: first, last_name: last, full_name: full } = fields;
  if (full === undefined || first === undefined || last === undefined) return fields;
  const parts = [first, last];
  const isBoth = parts.every(({ source }) => source === "both");
  if (!isBoth && !(isFull && parts.every(({ source }) => source !== "viz"))) return fields;
  const isDoubted = parts.some(({ alternative }) => alternative !== undefined);
  const isSpelled = parts.some(({ transliteration }) => transliteration !== undefined);
  const whole: Field = {
    value: parts.map(({ value }) => value).join(" "),
    confidence: Math.min(first.confidence, last.confidence),
    ...(parts.some(({ certainty }) => certainty !== undefined) && {
      certainty: (first.certainty ?? 1) * (last.certainty ?? 1),
    }),
    source: first.source === last.source ? first.source : "both",
    bbox: last.bbox,
    ...(isSpelled && {
      transliteration: parts
        .map(({ transliteration, value }) => transliteration ?? value)
        .join(" ")
        .toUpperCase(),
    }),
    ...(isDoubted && { alternative: parts.map(({ alternative, value }) => alternative ?? value).join(" ") }),
  };
  return { ...fields, full_name: whole };
}

/**
 * Minimum letters of a line without a label that counts as a name's other spelling: short words are similar
 * to many.
 */
const UNLABELLED_FROM = 5;

/**
 * Compares the MRZ's names with lines that no label explains, as when labels are too small to be read. A name
 * that may be cut is complete if a line prints it so, or if exactly one line begins with it. A name is
 * uncertain if no line prints it and one line prints it with a few differing letters.
 */
export function besideUnlabelled(
  fields: Fields,
  labelled: ReadonlyMap<FieldKey, ReadValue>,
  lines: readonly TextLine[],
  isFull: boolean,
): Fields {
  const found = { ...fields };
  for (const key of PARTS) {
    const field = labelled.has(key) ? undefined : fields[key];
    if (field?.source !== "mrz") continue;
    const line = isFull ? onlyWhole(field.value, lines) : undefined;
    const printed = line === undefined ? onlyLookAlike(field.value, lines) : undefined;
    if (line !== undefined) found[key] = mergedName(field, readIn([line], line.text.trim()), isFull);
    if (printed !== undefined) found[key] = doubted(field, printed, false);
  }
  const [first, last, full] = [found.first_name, found.last_name, found.full_name];
  const parts = [first, last].filter((part) => part !== undefined);
  if (full?.source !== "mrz" || parts.every(({ alternative }) => alternative === undefined)) return found;
  const printed = parts.map(({ alternative, value }) => alternative ?? value).join(" ");
  return { ...found, full_name: doubted(full, printed, isFull) };
}

/** The one line that prints a name of the MRZ that may be cut, or the name that it abbreviates. */
function onlyWhole(name: string, lines: readonly TextLine[]): TextLine | undefined {
  const own = inLetters(name.toUpperCase());
  if (own.length < UNLABELLED_FROM) return undefined;
  const found = lines.filter(({ text }) => {
    const isName = text.length <= NAME_MAX && !/\d/.test(text);
    return isName && (isSpelling(name, text) || isShortFor(name, text));
  });
  return new Set(found.map(({ text }) => text)).size === 1 ? found[0] : undefined;
}

/** The one line that prints a name with a few differing letters, if no line prints the name itself. */
function onlyLookAlike(name: string, lines: readonly TextLine[]): string | undefined {
  const own = inLetters(name.toUpperCase());
  if (own.length < UNLABELLED_FROM) return undefined;
  const isShown = (each: string) => each.includes(own) || containsWithoutMarks(each, own);
  if (lines.some((line) => lettersOf(line).some(isShown))) return undefined;
  const alike = lines.filter((line) => lettersOf(line).some((each) => isMisread(own, each)));
  const texts = new Set(alike.map(({ text }) => text));
  return texts.size === 1 ? [...texts][0] : undefined;
}

/** A line's spellings in the MRZ, letters and digits alone. */
const lettersOf = remembered(({ text }: TextLine) =>
  text.length > NAME_MAX ? [] : transliterations(text).map(inLetters),
);

/** Maximum letters of a name that a reader misreads, and as a share of them. */
const MISTAKEN = { letters: 3, share: 1 / 4 } as const;

/**
 * Whether two names differ so little that one is the other misread, as far as an MRZ shows names that it has
 * cut.
 */
function isLookAlike(mrz: string, printed: string, isFull: boolean): boolean {
  const own = inLetters(mrz.toUpperCase());
  return transliterations(printed).some((spelling) => {
    const read = inLetters(spelling);
    return isMisread(own, read) || (isFull && isMisread(own, read.slice(0, own.length)));
  });
}

/**
 * The same for their letters, with or without the letters by which the MRZ spells diacritics. A name with a
 * part left out is not misread.
 */
function isMisread(own: string, read: string): boolean {
  if (own.startsWith(read) || read.startsWith(own)) return false;
  const most = Math.min(MISTAKEN.letters, own.length * MISTAKEN.share);
  return isWithinEdits(own, read, most) || isWithinEdits(withoutMarks(own), read, most);
}
