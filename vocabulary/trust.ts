/** Kinds of trust anchors: certificates that the operator trusts (contract §12.11). */
export const ANCHOR_KINDS = [
  /** Country signing CAs (ICAO Doc 9303-12). */
  "csca",
  /** Issuing authority CAs of mobile driving licences (ISO/IEC 18013-5). */
  "iaca",
  /** Signers of visible digital seals (ICAO Doc 9303-13). */
  "seal",
  /** Signers of 2D-Doc (ANTS, France). */
  "2ddoc",
  /** Providers of EU person identification data. */
  "pid",
  /** Issuers of EU age attestations. */
  "av",
] as const;
export type AnchorKind = (typeof ANCHOR_KINDS)[number];

/** Kinds whose certificates sign seals themselves. */
export const SIGNER_KINDS = ["seal", "2ddoc"] as const satisfies readonly AnchorKind[];
export type SignerKind = (typeof SIGNER_KINDS)[number];

/** The outcome of a seal's signature. */
export const SEAL_STATUSES = ["valid", "invalid", "unknown_signer"] as const;
export type SealStatus = (typeof SEAL_STATUSES)[number];

/**
 * Properties of a valid seal that were not checked: the signer's revocation, the CA of its certificate, the
 * date of the signature; and whether the seal was made for this card and portrait, which no seal shows.
 */
export const SEAL_UNCHECKED = ["revocation", "signer_chain", "signing_date", "carrier", "portrait"] as const;
export type SealUnchecked = (typeof SEAL_UNCHECKED)[number];
