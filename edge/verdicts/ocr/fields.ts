import { FIELD_KEYS, type FieldKey } from "../../../vocabulary/documents.ts";
import type { DocumentReading, Mrz, TextLine } from "../../inference/port.ts";
import { isSpelling } from "../text/names.ts";
import { rememberedAt } from "../text/remembered.ts";
import type { Field, Fields } from "./field.ts";
import {
  besideUnlabelled,
  isComposed,
  mergedName,
  NAMES,
  withFurtherLines,
  withWholeName,
} from "./merged-names.ts";
import { namesFillLine } from "./mrz.ts";
import { mayBeExpiry } from "./mrz-dates.ts";
import { mrzValues } from "./mrz-values.ts";
import { printedNumber, unlabelledNumber } from "./printed-number.ts";
import type { ReadValue } from "./visual/placement.ts";
import { unlabelledValues } from "./visual/unlabelled/unlabelled.ts";

/**
 * The document's fields from the MRZ and the printed text. If the two agree, the source is `both`, with the
 * higher confidence and the visual inspection zone's spelling, which has accents and case. If they differ,
 * the MRZ's value is kept, because it has check digits; fraud detection judges the difference. A field that
 * needs the print is left out if the print lacks it. `other` is the document's other side, whose print may
 * show a year's century.
 */
export const mergeFields = (
  reading: DocumentReading,
  now: number,
  other: DocumentReading | null = null,
): Fields => (other === null ? fieldsOf(reading, now) : merged(reading, now, other));

const fieldsOf = rememberedAt((reading: DocumentReading, now) => merged(reading, now, null));

function merged(reading: DocumentReading, now: number, other: DocumentReading | null): Fields {
  const { mrz } = reading;
  const { machine, open, printed, lines } = mrzValues(reading, now, other);
  const isFull = mrz !== null && namesFillLine(mrz);
  const visual = withFurtherLines(printed, machine, lines, isFull);
  if (mrz !== null) addUnlabelled(visual, lines, mrz, machine, now);
  const fields: Fields = {};
  for (const key of FIELD_KEYS) {
    if (open.has(key)) continue;
    const [coded, shown] = [machine.get(key), visual.get(key)];
    const field =
      coded === undefined ? printedField(key, shown, mrz, now) : mergedField(key, coded, shown, isFull);
    if (field !== null) fields[key] = field;
  }
  const named = besideUnlabelled(fields, visual, lines, isFull);
  return isComposed(visual) || !visual.has("full_name") ? withWholeName(named, isFull) : named;
}

function mergedField(key: FieldKey, coded: ReadValue, shown: ReadValue | undefined, isFull: boolean): Field {
  const own: Field = { ...coded, source: "mrz" };
  if (NAMES.has(key)) return mergedName(own, shown, isFull);
  if (shown === undefined || !isSpelling(coded.value, shown.value)) return own;
  const confidence = Math.max(coded.confidence, shown.confidence);
  return { value: shown.value, confidence, source: "both", bbox: shown.bbox };
}

const NUMBERS: ReadonlySet<FieldKey> = new Set(["document_number", "personal_number"]);

/** A field that only the print gives. */
function printedField(
  key: FieldKey,
  shown: ReadValue | undefined,
  mrz: Mrz | null,
  now: number,
): Field | null {
  if (shown === undefined || (key === "date_of_expiry" && !mayBeExpiry(shown.value, now))) return null;
  return NUMBERS.has(key) ? printedNumber(shown, mrz) : { ...shown, source: "viz" };
}

/** Adds values that are recognisable without a label, beside an MRZ whose checks all hold. */
function addUnlabelled(
  visual: Map<FieldKey, ReadValue>,
  lines: readonly TextLine[],
  mrz: Mrz,
  machine: ReadonlyMap<FieldKey, ReadValue>,
  now: number,
): void {
  if (!mrz.checks.every(({ valid }) => valid)) return;
  // A value that the MRZ gives to another element was read under a neighbour's label.
  const issue = visual.get("date_of_issue")?.value;
  const others = ["date_of_birth", "date_of_expiry"] as const;
  const isAnother = others.some((key) => machine.get(key)?.value === issue);
  if (isAnother) visual.delete("date_of_issue");
  const number = visual.has("personal_number") ? undefined : unlabelledNumber(lines, mrz);
  if (number !== undefined) visual.set("personal_number", number);
  for (const [key, value] of unlabelledValues(lines, machine, visual, now)) visual.set(key, value);
}
