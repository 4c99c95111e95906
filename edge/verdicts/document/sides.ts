import type { DocumentReading } from "../../inference/port.ts";
import type { FieldKey } from "../../vocabulary/documents.ts";
import { CONFIDENT } from "../ocr/confidence.ts";
import { ELEMENTS, type Element, type Printed } from "../ocr/elements.ts";
import { doubted, type Field, type Fields, mergeFields } from "../ocr/fields.ts";
import { printedValues } from "../ocr/printed-values.ts";
import { transliterations } from "../text/transliteration.ts";

/**
 * Whether two pictures show the same document (contract §3.8.1): `linked` when both show a common element and
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
  readonly fields: Fields;
  /** The side's printed lines, without those of the machine readable zone. */
  readonly lines: readonly Printed[];
}

/** Whether the other side shows a value (`shown`), shows another value (`other`), or neither (`unknown`). */
type Agreement = "shown" | "other" | "unknown";

/**
 * Whether front and back are one document: the number, the holder's name or the birth date was read on one
 * side with confidence and is found on the other, printed or in the zone, and no element of the two sides
 * differs.
 */
export function linkSides(front: DocumentReading, back: DocumentReading, now: number): Link {
  const sides = [sideOf(front, now), sideOf(back, now)] as const;
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

const sideOf = (reading: DocumentReading, now: number): Side => ({
  fields: mergeFields(reading, now),
  lines: printedValues(reading, now).lines,
});

function agreementOf(key: FieldKey, element: Element, from: Side, to: Side): Agreement {
  const field = from.fields[key];
  if (field === undefined || field.confidence < CONFIDENT || field.value.length < TELLING_LENGTH)
    return "unknown";
  // In the zone's spelling.
  const value = transliterations(field.value)[0] ?? field.value;
  if (to.lines.some((line) => element.shown(line, value))) return "shown";
  const other = to.fields[key];
  if (other === undefined || other.confidence < CONFIDENT) return "unknown";
  const comparison = element.compare(other.value, value);
  if (comparison !== "different") return comparison === "same" ? "shown" : "unknown";
  const elsewhere = Object.values(to.fields).some((each) => element.shown({ text: each.value }, value));
  return elsewhere ? "unknown" : "other";
}

/**
 * The fields of both sides. Where both sides show a field, the zone's value wins, then the value with the
 * higher confidence.
 */
export function mergeSides(front: Fields, back: Fields): Fields {
  const keys = [...new Set([...Object.keys(front), ...Object.keys(back)])] as FieldKey[];
  return Object.fromEntries(keys.map((key) => [key, better(key, front[key], back[key])]));
}

function better(key: FieldKey, one: Field | undefined, other: Field | undefined): Field | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const ahead = fromZone(one) - fromZone(other) || one.confidence - other.confidence;
  const [taken, left] = ahead >= 0 ? [one, other] : [other, one];
  return fromZone(taken) > fromZone(left) ? doubted(key, taken, left.value) : taken;
}

const fromZone = ({ source }: Field) => (source === "viz" ? 0 : 1);
