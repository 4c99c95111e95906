/**
 * Kinds of trust anchors: country signing CAs (ICAO Doc 9303-12), issuing authority CAs of mobile licences (ISO
 * 18013-5), signers of ICAO seals and of 2D-Doc, providers of EU identity data and of EU age attestations.
 */
export const ANCHOR_KINDS = ["csca", "iaca", "seal", "2ddoc", "pid", "av"] as const;
export type AnchorKind = (typeof ANCHOR_KINDS)[number];

/** Kinds whose certificates sign seals themselves. */
export const SIGNER_KINDS = ["seal", "2ddoc"] as const satisfies readonly AnchorKind[];
export type SignerKind = (typeof SIGNER_KINDS)[number];

/** What a seal's signature comes to. */
export const SEAL_STATUSES = ["valid", "invalid", "unknown_signer"] as const;
export type SealStatus = (typeof SEAL_STATUSES)[number];

/**
 * What was not checked of a valid seal: whether the signer is revoked, whether a CA issued its certificate,
 * when it was signed; and whether the seal was made for this card and this portrait, which no seal shows.
 */
export const SEAL_UNCHECKED = ["revocation", "signer_chain", "signing_date", "carrier", "portrait"] as const;
export type SealUnchecked = (typeof SEAL_UNCHECKED)[number];
