import { FIELD_KEYS, type FieldKey } from "../../../vocabulary/documents.ts";
import type { DocumentReading, Mrz, TextLine } from "../../inference/port.ts";
import { CONFIDENT } from "../text/letters.ts";
import { isSpelling } from "../text/names.ts";
import { rememberedAt } from "../text/remembered.ts";
import type { Field, Fields } from "./field.ts";
import {
  type FormedNumber,
  onlyNumber,
  printedState,
  publishedForms,
  unlabelledInForm,
} from "./issuing-state.ts";
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
import { formedNumber, printedNumber, unlabelledNumber } from "./printed-number.ts";
import { joined, type ReadValue } from "./visual/placement.ts";
import { surnameWithoutLabel } from "./visual/unlabelled/surname.ts";
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
  if (!visual.has("issuing_country")) addState(visual, reading);
  if (mrz === null) {
    addFormedNumbers(visual, reading);
    addSurname(visual, lines);
  }
  const state = machine.get("issuing_country")?.value ?? stateOf(visual);
  if (state === "ISL") spellIcelandic(visual);
  const fields: Fields = {};
  for (const key of FIELD_KEYS) {
    if (open.has(key)) continue;
    const [coded, shown] = [machine.get(key), visual.get(key)];
    const field =
      coded === undefined
        ? printedField(key, shown, reading, state, now)
        : mergedField(key, coded, shown, { isFull, machine });
    if (field !== null) fields[key] = field;
  }
  if (mrz === null && fields.document_number === undefined) {
    const only = onlyNumber(reading, state);
    if (only !== undefined) fields.document_number = { ...only, source: "viz" };
  }
  const named = besideUnlabelled(fields, visual, lines, isFull);
  return isComposed(visual) || !visual.has("full_name") ? withWholeName(named, isFull) : named;
}

function mergedField(
  key: FieldKey,
  coded: ReadValue,
  shown: ReadValue | undefined,
  { isFull, machine }: { readonly isFull: boolean; readonly machine: ReadonlyMap<FieldKey, ReadValue> },
): Field {
  const own: Field = { ...coded, source: "mrz" };
  if (NAMES.has(key)) return mergedName(own, shown, isFull);
  if (shown === undefined) return own;
  if (!isSpelling(coded.value, shown.value)) {
    // A value of another element was read under the wrong label.
    const isOther = [...machine.values()].some(({ value }) => value === shown.value);
    return isOther || shown.confidence < CONFIDENT ? own : { ...own, printed: shown.value };
  }
  const confidence = Math.max(coded.confidence, shown.confidence);
  return { value: shown.value, confidence, source: "both", bbox: shown.bbox };
}

const NUMBERS: readonly FormedNumber[] = ["document_number", "personal_number"];

function addState(visual: Map<FieldKey, ReadValue>, reading: DocumentReading): void {
  const state = printedState(reading);
  if (state !== undefined) visual.set("issuing_country", state);
}

const stateOf = (visual: ReadonlyMap<FieldKey, ReadValue>): string | undefined =>
  (visual.get("issuing_country") ?? visual.get("nationality"))?.value;

/** Adds numbers without a label that have the form of the state's numbers on such a document. */
function addFormedNumbers(visual: Map<FieldKey, ReadValue>, reading: DocumentReading): void {
  for (const key of NUMBERS) {
    const forms = visual.has(key) ? [] : publishedForms(reading, stateOf(visual), key);
    const found = unlabelledInForm(reading.lines, forms);
    const isOther = NUMBERS.some((other) => visual.get(other)?.value === found?.value);
    if (found !== undefined && !isOther) visual.set(key, found);
  }
}

/** Adds a surname without a label, and the whole name that it completes. */
function addSurname(visual: Map<FieldKey, ReadValue>, lines: readonly TextLine[]): void {
  const first = visual.get("first_name");
  if (first === undefined || visual.has("last_name") || visual.has("full_name")) return;
  const last = surnameWithoutLabel(lines, first);
  if (last !== undefined) visual.set("last_name", last).set("full_name", joined(first, last));
}

/** Đ and Ð have one shape, and only Ð is Icelandic. */
function spellIcelandic(visual: Map<FieldKey, ReadValue>): void {
  for (const [key, read] of visual) visual.set(key, { ...read, value: read.value.replaceAll("Đ", "Ð") });
}

/**
 * Letters that readers take for others, in words of a state's language: an Icelandic Þ for a P, and a Czech
 * or Slovak Ď for an Õ, which neither language has. Readers have no Vietnamese letter with two marks.
 */
const DOUBTFUL: Readonly<Record<string, RegExp>> = {
  ISL: /(?<!\p{L})P/u,
  CZE: /Õ/u,
  SVK: /Õ/u,
  VNM: /[^\p{ASCII}]/u,
};
const DOUBTED = 0.5;

/** The value without such an Õ in an address, which is in the state's own language. */
const inOwnLetters = (key: FieldKey, value: string, state = ""): string =>
  key === "address" && (state === "CZE" || state === "SVK") ? value.replaceAll("Õ", "Ď") : value;

const doubted = ({ value, confidence }: ReadValue, state = ""): number =>
  DOUBTFUL[state]?.test(value) ? Math.min(confidence, DOUBTED) : confidence;

/** A field that only the print gives. */
function printedField(
  key: FieldKey,
  shown: ReadValue | undefined,
  reading: DocumentReading,
  state: string | undefined,
  now: number,
): Field | null {
  if (shown === undefined || (key === "date_of_expiry" && !mayBeExpiry(shown.value, now))) return null;
  const number = NUMBERS.find((each) => each === key);
  if (number === undefined) {
    const value = inOwnLetters(key, shown.value, state);
    return { ...shown, value, confidence: doubted(shown, state), source: "viz" };
  }
  const forms = reading.mrz === null ? publishedForms(reading, state, number) : [];
  return forms.length > 0 ? formedNumber(shown, forms) : printedNumber(shown, reading.mrz);
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
