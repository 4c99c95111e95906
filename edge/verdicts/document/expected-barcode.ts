import { type DocumentType, factsOf } from "../../../vocabulary/document-types.ts";
import type { DocumentReading } from "../../inference/port.ts";
import { licenceBarcode } from "../barcode/barcodes.ts";
import { jurisdictionNamed } from "../barcode/issuers.ts";
import { mergeFields } from "../ocr/fields.ts";
import { americanLabels } from "../ocr/visual/licence/american-licence.ts";

/**
 * Whether a document carries a barcode that none of its sides shows. Its issuer is the printed state, or that
 * of a page with the labels and the title of a North American licence: a licence of Georgia has other labels.
 */
export function lacksBarcode(
  sides: readonly DocumentReading[],
  documentType: DocumentType,
  now: number,
): boolean {
  const { barcodeOnBack } = factsOf(documentType);
  if (barcodeOnBack === undefined || sides.some((side) => licenceBarcode(side) !== null)) return false;
  return sides.some((side) => {
    const state = mergeFields(side, now).issuing_country?.value;
    return state === undefined ? isAmerican(side) : barcodeOnBack.includes(state);
  });
}

const COUNTRY = /\b(?:USA|CANADA)\b/i;

const isAmerican = ({ lines }: DocumentReading): boolean =>
  lines.some(({ text }) => COUNTRY.test(text) || jurisdictionNamed(text) !== undefined) &&
  americanLabels(lines, true) !== null;
