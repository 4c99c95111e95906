import type { FieldKey } from "../../../../vocabulary/documents.ts";
import type { DocumentReading } from "../../../inference/port.ts";
import { licenceBarcode } from "../../barcode/barcodes.ts";
import { faultOf } from "../../barcode/format.ts";
import type { BarcodeFields } from "../../barcode/licence-fields.ts";
import { ELEMENTS } from "../../ocr/elements.ts";
import type { Field } from "../../ocr/field.ts";
import { mrzValues } from "../../ocr/mrz-values.ts";
import { printedValues } from "../../ocr/printed-values.ts";
import type { ReadValue } from "../../ocr/visual/placement.ts";
import { CONFIDENT } from "../../text/letters.ts";
import { type CheckInput, type CheckResult, failed, notApplicable, notEvaluated, PASS } from "./check.ts";

const NOT_READ = "The document's type carries a barcode, and none was read.";
const NONE = "No barcode with a known format was read.";

/** Whether the barcode is as its standard and its issuer make it. A side without one passes it on. */
export function barcodeFormat(input: CheckInput): CheckResult {
  const { reading, otherSide, barcodeExpected, now } = input;
  const barcode = licenceBarcode(reading);
  if (barcode === null) return barcodeExpected ? notEvaluated(NOT_READ) : notApplicable(NONE);
  const printed = sidesOf(reading, otherSide).flatMap((side) => side.lines.map(({ text }) => text));
  const fault = faultOf(barcode, printed, now);
  if (fault === "unknown")
    return notEvaluated("The barcode has a version of the standard that is not known.");
  return fault === null ? PASS : failed(fault.detail);
}

/**
 * Compares the barcode with the printed text of both sides. Fails if a value printed under its own label
 * differs from the barcode's and was read with confidence.
 */
export function barcodeVizConsistency({ reading, otherSide, now }: CheckInput): CheckResult {
  const barcode = licenceBarcode(reading);
  if (barcode === null) return notApplicable(NONE);
  const { differing, agreed } = inPrint(barcode.fields, sidesOf(reading, otherSide), now);
  if (differing !== null) return failed(`The barcode and the printed text differ in ${differing}.`);
  return agreed > 0 ? PASS : notEvaluated("No value of the barcode was found in the printed text.");
}

/** How many values agree, and the first that differs; null if none does. */
interface Compared {
  readonly agreed: number;
  readonly differing: FieldKey | null;
}

/**
 * Compares encoded values with the printed text of all sides: a value differs if another one is printed under
 * its own label and was read with confidence.
 */
export function inPrint(fields: BarcodeFields, readings: readonly DocumentReading[], now: number): Compared {
  const sides = readings.map((side) => printedValues(side, now));
  const others = new Set(Object.values(fields));
  let agreed = 0;
  for (const [key, element] of ELEMENTS) {
    const value = fields[key];
    if (value === undefined) continue;
    const sought = comparable(key, value);
    if (sides.some(({ lines }) => lines.some((line) => element.shown(line, sought)))) {
      agreed++;
      continue;
    }
    const printed = sides.map(({ values }) => values.get(key)).find((found) => found !== undefined);
    if (printed === undefined || printed.confidence < CONFIDENT || others.has(printed.value)) continue;
    if (element.compare(comparable(key, printed.value), sought) === "different")
      return { agreed, differing: key };
  }
  return { agreed, differing: null };
}

/**
 * Compares the barcode with the MRZ of either side, value by value. An enhanced licence's MRZ has a number of
 * its own: the licence's has more characters than an MRZ has room for.
 */
export function barcodeMrzConsistency({ reading, otherSide, now }: CheckInput): CheckResult {
  const barcode = licenceBarcode(reading);
  if (barcode === null) return notApplicable(NONE);
  const machine = mrzOf(reading, otherSide, now);
  if (machine === null) return notApplicable("The document has no MRZ.");
  const { document_number: _, ...fields } = barcode.fields;
  const { differing, agreed } = inMrz(fields, machine);
  if (differing !== null) return failed(`The barcode and the MRZ differ in ${differing}.`);
  return agreed > 0 ? PASS : notEvaluated("No value of the barcode could be compared with the MRZ.");
}

/** Compares encoded values with those of an MRZ that were read with confidence. */
export function inMrz(fields: BarcodeFields, machine: MrzValues): Compared {
  let agreed = 0;
  for (const [key, element] of ELEMENTS) {
    const [value, coded] = [fields[key], machine.get(key)];
    if (value === undefined || coded === undefined || coded.confidence < CONFIDENT) continue;
    const comparison = element.compare(value, coded.value, true);
    if (comparison === "different") return { agreed, differing: key };
    if (comparison === "same") agreed++;
  }
  return { agreed, differing: null };
}

export const sidesOf = (reading: DocumentReading, otherSide: DocumentReading | null): DocumentReading[] =>
  otherSide === null ? [reading] : [reading, otherSide];

type MrzValues = ReadonlyMap<FieldKey, ReadValue>;

/** The values of the MRZ on either side; null without one. */
export function mrzOf(
  reading: DocumentReading,
  otherSide: DocumentReading | null,
  now: number,
): MrzValues | null {
  const [side] = sidesOf(reading, otherSide).filter(({ mrz }) => mrz !== null);
  if (side === undefined) return null;
  return mrzValues(side, now, side === reading ? otherSide : reading).machine;
}

/** Numbers are padded with zeros to the length of their element. */
const comparable = (key: FieldKey, value: Field["value"]): string =>
  key === "document_number" ? value.replace(/[\s-]/g, "").replace(/^0+(?=.)/, "") : value;
