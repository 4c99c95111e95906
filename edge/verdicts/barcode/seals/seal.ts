import type { SignerKind } from "../../../../vocabulary/trust.ts";
import type { BarcodeFields } from "../licence-fields.ts";

/** A seal: a barcode with data that an issuer signed. */
export interface Seal {
  readonly kind: "icao_vds" | "2d_doc";
  /** The kind of the trust anchors that sign such seals. */
  readonly anchorKind: SignerKind;
  /** ISO 3166 alpha-3, or ICAO's own code; null if the seal does not say. */
  readonly issuingState: string | null;
  /** As the seal names it: country and signer, or country and CA. */
  readonly signer: string;
  /** The signer's certificate as the seal names it. */
  readonly certificate: string;
  /** ISO 8601; null if the seal does not say. */
  readonly signedOn: string | null;
  readonly fields: BarcodeFields;
  readonly signedBytes: Uint8Array;
  /** `r` and `s` of ECDSA, one after the other. */
  readonly signature: Uint8Array;
}

/** The name by which a trust anchor is found: `DETS/32`. */
export const anchorName = ({ signer, certificate }: Pick<Seal, "signer" | "certificate">): string =>
  `${signer}/${certificate}`;
