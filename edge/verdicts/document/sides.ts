import { FIELD_KEYS, type FieldKey } from "../../../vocabulary/documents.ts";
import type { DocumentReading } from "../../inference/port.ts";
import { ELEMENTS, type Element, type Printed } from "../ocr/elements.ts";
import type { Field, Fields } from "../ocr/field.ts";
import { mergeFields } from "../ocr/fields.ts";
import { mergedName, NAMES, withWholeName } from "../ocr/merged-names.ts";
import { namesFillLine } from "../ocr/mrz.ts";
import { mrzValues } from "../ocr/mrz-values.ts";
import { CONFIDENT } from "../text/letters.ts";
import { isSpelling } from "../text/names.ts";
import { transliterations } from "../text/transliteration.ts";

/**
 * Whether two images show the same document (contract §3.8.1): `linked` when both show a common element and
 * no element contradicts.
 */
export type Link = "linked" | "not_linked" | "contradicting";

/**
 * Elements that identify a document or its holder; one of these groups on both sides links the sides. A
 * surname alone may be a relative's.
 */
const NAMING: readonly (readonly FieldKey[])[] = [
  ["document_number"],
  ["date_of_birth"],
  ["last_name", "first_name"],
];

/** A shorter value may occur in any line by chance. */
const TELLING_LENGTH = 4;

interface Side {
  /**
   * Values for the comparison, including those that no answer returns because they may be cut or ambiguous.
   */
  readonly fields: Fields;
  /** The side's printed lines, without those of the MRZ. */
  readonly lines: readonly Printed[];
  /** Whether its MRZ may have cut names. */
  readonly isFull: boolean;
}

/** Whether the other side shows a value (`shown`), shows another value (`other`), or neither (`unknown`). */
type Agreement = "shown" | "other" | "unknown";

/**
 * Whether front and back are one document: the number, the holder's name or the birth date was read on one
 * side with confidence and is found on the other, printed or in the MRZ, and no element of the two sides
 * differs.
 */
export function linkSides(front: DocumentReading, back: DocumentReading, now: number): Link {
  const sides = [sideOf(front, back, now), sideOf(back, front, now)] as const;
  const found = ELEMENTS.flatMap(([key, element]) => [
    { key, agreement: agreementOf(key, element, sides[0], sides[1]) },
    { key, agreement: agreementOf(key, element, sides[1], sides[0]) },
  ]);
  const shown = new Set(found.filter(({ agreement }) => agreement === "shown").map(({ key }) => key));
  // One side may print a value under another label, so an element that agrees in either direction does not
  // contradict.
  if (found.some(({ key, agreement }) => agreement === "other" && !shown.has(key))) return "contradicting";
  return NAMING.some((keys) => keys.every((key) => shown.has(key))) ? "linked" : "not_linked";
}

function sideOf(reading: DocumentReading, other: DocumentReading, now: number): Side {
  const { machine, open, printed, lines } = mrzValues(reading, now, other);
  const fields = { ...mergeFields(reading, now, other) };
  const isFull = reading.mrz !== null && namesFillLine(reading.mrz);
  for (const key of FIELD_KEYS) {
    const [coded, shown] = [machine.get(key), printed.get(key)];
    if (open.has(key) && coded !== undefined) fields[key] = { ...coded, source: "mrz" };
    else if (open.has(key) && shown !== undefined) fields[key] = { ...shown, source: "viz" };
    else if (isFull && coded !== undefined && isMrzs(fields[key])) fields[key] = { ...coded, source: "mrz" };
  }
  return { fields, lines, isFull };
}

/** Whether only the MRZ gives a field, and nothing on its side contradicts it. */
const isMrzs = (field: Field | undefined): boolean =>
  field?.source === "mrz" && field.alternative === undefined;

function agreementOf(key: FieldKey, element: Element, from: Side, to: Side): Agreement {
  const field = from.fields[key];
  if (field === undefined || field.confidence < CONFIDENT || field.value.length < TELLING_LENGTH)
    return "unknown";
  // In the MRZ's spelling.
  const value = transliterations(field.value)[0] ?? field.value;
  if (to.lines.some((line) => element.shown(line, value))) return "shown";
  const other = to.fields[key];
  if (other === undefined || other.confidence < CONFIDENT) return "unknown";
  const isCut = to.isFull && isMrzs(other);
  const comparison = isCut
    ? element.compare(field.value, other.value, true)
    : element.compare(other.value, value, from.isFull && isMrzs(field));
  if (comparison !== "different") return comparison === "same" ? "shown" : "unknown";
  const elsewhere = Object.values(to.fields).some((each) => element.shown({ text: each.value }, value));
  return elsewhere ? "unknown" : "other";
}

/**
 * The fields of a document's one or two sides. Where both show a field, the MRZ's value wins, then the value
 * with the higher confidence; a name that the MRZ may have cut is the printed one.
 */
export function mergeSides(front: DocumentReading, back: DocumentReading | null, now: number): Fields {
  if (back === null) return mergeFields(front, now);
  const isFull = [front, back].some(({ mrz }) => mrz !== null && namesFillLine(mrz));
  return mergeReadSides(mergeFields(front, now, back), mergeFields(back, now, front), isFull);
}

/**
 * The fields of two sides that were each read beside the other. `isFull`: the names of an MRZ fill its line.
 */
export function mergeReadSides(one: Fields, other: Fields, isFull: boolean): Fields {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])] as FieldKey[];
  const fields: Fields = Object.fromEntries(
    keys.map((key) => [key, better(key, one[key], other[key], isFull)]),
  );
  return withWholeName(fields, isFull);
}

function better(
  key: FieldKey,
  one: Field | undefined,
  other: Field | undefined,
  isFull: boolean,
): Field | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const ahead = fromMrz(one) - fromMrz(other) || one.confidence - other.confidence;
  const [taken, left] = ahead >= 0 ? [one, other] : [other, one];
  if (!NAMES.has(key) || fromMrz(taken) === fromMrz(left) || taken.source === "both") return taken;
  const name = mergedName(taken, left, isFull);
  // The spelling that both sides share is the MRZ's, unless the MRZ may have cut the name.
  const isWhole = name.source === "both" && isSpelling(taken.value, name.value);
  return isWhole ? { ...taken, confidence: name.confidence } : name;
}

const fromMrz = ({ source }: Field) => (source === "viz" ? 0 : 1);
