import type { BARCODE_KINDS } from "../../../vocabulary/documents.ts";
import type { SealStatus, SealUnchecked } from "../../../vocabulary/trust.ts";
import type { Barcode } from "../../inference/barcode.ts";
import type { Box, DocumentReading } from "../../inference/port.ts";
import { remembered } from "../text/remembered.ts";
import { type AamvaFile, parseAamva } from "./aamva.ts";
import { type BarcodeFields, licenceFields } from "./licence-fields.ts";
import { isUnsignedIdb, parseIdb } from "./seals/idb.ts";
import { judgeSeal } from "./seals/judge.ts";
import type { Seal } from "./seals/seal.ts";
import { parse2dDoc } from "./seals/two-d-doc.ts";
import { parseVds } from "./seals/vds.ts";

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
  /** Null for a barcode without a signature. */
  readonly seal: SealReport | null;
  readonly bbox: Box;
}

/** A seal as a result reports it: who signed, what that comes to, and what was not checked. */
interface SealReport {
  readonly status: SealStatus;
  readonly signer: string;
  readonly certificate: string;
  readonly issuing_state: string | null;
  readonly signed_on: string | null;
  /** SHA-256 of the trust anchor, in hex; null for an unknown signer. */
  readonly anchor: string | null;
  readonly not_checked: readonly SealUnchecked[];
}

const fileOf = remembered(({ content }: Barcode) => parseAamva(content));

/** The seal in a barcode; null if it has none. Never throws. */
export const sealOf = remembered(
  ({ content }: Barcode): Seal | null => parseVds(content) ?? parseIdb(content) ?? parse2dDoc(content),
);

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
  barcodes.map((barcode) => ({
    symbology: barcode.symbology,
    ...contentOf(barcode),
    bbox: boxOf(barcode),
  }));

function contentOf(barcode: Barcode): Pick<BarcodeReport, "kind" | "fields" | "seal"> {
  const seal = sealOf(barcode);
  if (seal !== null) return { kind: seal.kind, fields: seal.fields, seal: reportSeal(seal, barcode) };
  const file = fileOf(barcode);
  if (file !== null) return { kind: "aamva", fields: licenceFields(file), seal: null };
  return { kind: isUnsignedIdb(barcode.content) ? "icao_idb" : "other", fields: {}, seal: null };
}

function reportSeal(seal: Seal, { signature }: Barcode): SealReport {
  const { status, notChecked } = judgeSeal(seal, signature);
  return {
    status,
    signer: seal.signer,
    certificate: seal.certificate,
    issuing_state: seal.issuingState,
    signed_on: seal.signedOn,
    anchor: signature?.anchor?.sha256 ?? null,
    not_checked: notChecked,
  };
}

function boxOf({ corners }: Barcode): Box {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}
