import { FIELD_KEYS, type FieldKey } from "../../../vocabulary/documents.ts";
import type { Box, DocumentReading } from "../../inference/port.ts";
import { licenceBarcode } from "../barcode/barcodes.ts";
import { isSpelling } from "../text/names.ts";
import { ELEMENTS } from "./elements.ts";
import type { Field, Fields } from "./field.ts";

const COMPARED = new Map(ELEMENTS);

/**
 * The fields of a document with those of a licence's barcode on one of its sides. An unsigned barcode is no
 * second witness: it corrects a misread print and adds what was not read, and raises no confidence. Where it
 * differs from the print or the MRZ, theirs is kept, and fraud detection judges the difference.
 */
export function withBarcode(fields: Fields, sides: readonly DocumentReading[]): Fields {
  const barcode = sides.map(licenceBarcode).find((found) => found !== null);
  if (barcode === undefined) return fields;
  const merged = { ...fields };
  for (const key of FIELD_KEYS) {
    const value = barcode.fields[key];
    if (value !== undefined) merged[key] = mergedField(key, fields[key], value, barcode.bbox);
  }
  return merged;
}

function mergedField(key: FieldKey, own: Field | undefined, value: string, bbox: Box): Field {
  if (own === undefined) return { value, confidence: 1, source: "barcode", bbox };
  if (own.source !== "viz") return own;
  if (isSpelling(value, own.value)) return { ...own, source: "both" };
  return COMPARED.get(key)?.compare(own.value, value) === "same" ? { ...own, value, source: "both" } : own;
}

/** The fields that print or MRZ show: what only a barcode says may count against a document, never for it. */
export const witnessed = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { source }]) => source !== "barcode"));
