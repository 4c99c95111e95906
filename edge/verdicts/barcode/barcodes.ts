import type { BARCODE_KINDS } from "../../../vocabulary/documents.ts";
import type { Barcode, Box, DocumentReading } from "../../inference/port.ts";
import { remembered } from "../text/remembered.ts";
import { type AamvaFile, parseAamva } from "./aamva.ts";
import { type BarcodeFields, licenceFields } from "./licence-fields.ts";

/** A licence's barcode on an image. */
export interface LicenceBarcode {
  readonly file: AamvaFile;
  readonly fields: BarcodeFields;
  readonly bbox: Box;
}

/** A barcode as a result reports it. The content of one without a known format is not reported. */
export interface BarcodeReport {
  readonly symbology: Barcode["symbology"];
  readonly kind: (typeof BARCODE_KINDS)[number];
  readonly fields: BarcodeFields;
  /** The signature of a signed barcode; none of the known formats has one. */
  readonly seal: null;
  readonly bbox: Box;
}

const fileOf = remembered(({ content }: Barcode) => parseAamva(content));

/** The licence's barcode of a reading; the first if there are several, null if there is none. */
export const licenceBarcode = remembered(
  ({ barcodes }: Pick<DocumentReading, "barcodes">): LicenceBarcode | null => {
    for (const barcode of barcodes) {
      const file = fileOf(barcode);
      if (file !== null) return { file, fields: licenceFields(file), bbox: boxOf(barcode) };
    }
    return null;
  },
);

/** All barcodes of a reading, as a result reports them. */
export const reportBarcodes = ({ barcodes }: Pick<DocumentReading, "barcodes">): BarcodeReport[] =>
  barcodes.map((barcode) => {
    const file = fileOf(barcode);
    return {
      symbology: barcode.symbology,
      kind: file === null ? "other" : "aamva",
      fields: file === null ? {} : licenceFields(file),
      seal: null,
      bbox: boxOf(barcode),
    };
  });

function boxOf({ corners }: Barcode): Box {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}
