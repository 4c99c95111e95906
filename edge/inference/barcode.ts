import type { SYMBOLOGIES } from "../../vocabulary/documents.ts";

/** A barcode whose error correction holds: as encoded, at most 3 KiB; the corner of its top left first. */
export interface Barcode {
  readonly symbology: (typeof SYMBOLOGIES)[number];
  readonly content: Uint8Array;
  readonly corners: readonly { readonly x: number; readonly y: number; readonly z: number }[];
  /** What the trust store says of a seal; absent before it was asked, and for other barcodes. */
  readonly signature?: SealSignature;
}

/**
 * An ECDSA signature of at most 132 bytes, `r` and `s`, over at most 3 KiB, and at most 8 certificates
 * (X.509, DER) that may have made it.
 */
export interface SignedSeal {
  readonly signedBytes: Uint8Array;
  readonly signature: Uint8Array;
  readonly certificates: readonly Uint8Array[];
  /** The digest that the seal names; null if the length of the signature decides. */
  readonly digest: "sha256" | "sha384" | "sha512" | null;
}

/** What the signature of a seal comes to. */
export interface SealSignature {
  /** Whether the key of `anchor` made it. */
  readonly isValid: boolean;
  /** The signer that the seal names; null if the operator trusts none of that name. */
  readonly anchor: SealAnchor | null;
}

/** The certificate of a seal's signer. Times are milliseconds since the epoch. */
interface SealAnchor {
  /** In hex. */
  readonly sha256: string;
  /** ISO 3166 alpha-2; null if the certificate names none. */
  readonly country: string | null;
  readonly validFrom: number;
  readonly validTo: number;
  /** Whether a root that the operator named signed the certificate. */
  readonly isChained: boolean;
}
