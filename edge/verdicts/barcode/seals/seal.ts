import type { SignerKind } from "../../../../vocabulary/trust.ts";
import type { BarcodeFields } from "../licence-fields.ts";

/** Digests that a seal may name. */
export type SealDigest = "sha256" | "sha384" | "sha512";

/** A seal: a barcode with data that an issuer signed. */
export interface Seal {
  readonly kind: "icao_vds" | "icao_idb" | "2d_doc";
  /** The kind of the trust anchors that sign such seals. */
  readonly anchorKind: SignerKind;
  /** ISO 3166 alpha-3, or ICAO's own code; null if the seal does not say. */
  readonly issuingState: string | null;
  /** As the seal names it: country and signer, country and CA, or the country alone. */
  readonly signer: string;
  /** The signer's certificate as the seal names it: its serial number, its name, or its reference. */
  readonly certificate: string;
  /** ISO 8601; null if the seal does not say. */
  readonly signedOn: string | null;
  readonly fields: BarcodeFields;
  readonly signedBytes: Uint8Array;
  /** `r` and `s` of ECDSA, one after the other. */
  readonly signature: Uint8Array;
  /** Null if the length of the signature decides. */
  readonly digest: SealDigest | null;
  /** The signer's certificate (X.509, DER) if the seal has it. By itself it proves nothing. */
  readonly embedded: Uint8Array | null;
}

/**
 * What a trust anchor is found by: a name such as `DETS/32`, or the last five bytes of the certificate's
 * SHA-1 in hex.
 */
export const anchorName = ({
  kind,
  signer,
  certificate,
}: Pick<Seal, "kind" | "signer" | "certificate">):
  | { readonly signer: string }
  | { readonly reference: string } =>
  kind === "icao_idb" ? { reference: certificate } : { signer: `${signer}/${certificate}` };
