/** How a document may be shown (contract §3.6.7): by photos, or by data that its issuer signed. */
export const DOCUMENT_EVIDENCE = ["picture", "chip", "credential"] as const;
export type DocumentEvidence = (typeof DOCUMENT_EVIDENCE)[number];

/** Kinds of data that a document's issuer signed. */
export const SIGNED_KINDS = ["chip", "credential"] as const satisfies readonly DocumentEvidence[];
export type SignedKind = (typeof SIGNED_KINDS)[number];

/**
 * What signed data comes to. `authentic`: the issuer signed it, and the carrier is no copy. `data_authentic`:
 * the issuer signed it; whoever has read it once can send it again. `unknown_issuer`: no trust anchor signed
 * it. `unsupported_algorithm`: it is signed in a way that is not verified here. `not_authentic`: it is not
 * what its issuer signed. `not_readable`: parts of it are missing.
 */
export const SIGNED_OUTCOMES = [
  "authentic",
  "data_authentic",
  "expired",
  "revoked",
  "unknown_issuer",
  "unsupported_algorithm",
  "not_authentic",
  "not_readable",
] as const;
export type SignedOutcome = (typeof SIGNED_OUTCOMES)[number];

/** Checks of a chip (contract §7.8), in the order of the API's answers. */
export const CHIP_CHECKS = [
  "chip_dg_hashes",
  "chip_sod_signature",
  "chip_signer_chain",
  "chip_issuer_matches_zone",
  "chip_active_authentication",
  "chip_signer_dates",
  "chip_zone_consistency",
  "chip_face_consistency",
] as const;
export type ChipCheckName = (typeof CHIP_CHECKS)[number];

/**
 * Whether a chip is no copy. `passed`: it signed a challenge of this service. `not_made`: it has a key for
 * that, and no answer was sent. `not_supported`: it has none.
 */
export const CLONE_CHECKS = ["passed", "failed", "not_made", "not_supported"] as const;
export type CloneCheck = (typeof CLONE_CHECKS)[number];

/** What was not checked: if the issuer has revoked the signer, and if the carrier is a copy. */
export const SIGNED_UNCHECKED = ["revocation", "copy"] as const;
export type SignedUnchecked = (typeof SIGNED_UNCHECKED)[number];

/** The weakest signer that a policy accepts, in bits of security (NIST SP 800-57, part 1). */
export const CHIP_STRENGTHS = [80, 112, 128] as const;
