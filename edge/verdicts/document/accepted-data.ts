import { VERIFIED_KEYS } from "../../../vocabulary/details.ts";
import type { Field, Fields } from "../ocr/field.ts";
import { namesFillLine } from "../ocr/mrz.ts";
import type { OcrVerdict } from "../ocr/verdict.ts";
import { mergeReadSides } from "./sides.ts";

/** The stored reading of a document's side. */
export interface ReadSide extends Pick<OcrVerdict, "mrz"> {
  readonly document_type: string;
  readonly fields: Fields;
}

/**
 * The data of a document whose readings were accepted: as the decision saw its one or two sides, each value
 * with its source. Null if a reading is missing, because it was deleted.
 */
export function acceptedData(sides: readonly (ReadSide | undefined)[]) {
  const read = sides.filter((side) => side !== undefined);
  const [first, second] = read;
  if (first === undefined || read.length < sides.length) return null;
  const isFull = read.some(({ mrz }) => mrz !== null && namesFillLine(mrz));
  const fields = second === undefined ? first.fields : mergeReadSides(first.fields, second.fields, isFull);
  return {
    document_type: first.document_type,
    ...Object.fromEntries(VERIFIED_KEYS.map((key) => [key, shown(fields[key])])),
  };
}

const shown = (field: Field | undefined) =>
  field === undefined ? null : { value: field.value, source: field.source };
