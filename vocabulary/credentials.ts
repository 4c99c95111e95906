import type { AnchorKind } from "./trust.ts";

/** Kinds of wallet credentials that a policy may accept (contract §7.9). */
export const CREDENTIAL_KINDS = ["mdl", "photo_id", "pid", "age"] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** Formats of credentials (OpenID4VP 1.0, appendix B). */
export const CREDENTIAL_FORMATS = ["mso_mdoc", "dc+sd-jwt"] as const;
export type CredentialFormat = (typeof CREDENTIAL_FORMATS)[number];

/** Protocols in which a wallet answers; `direct_post` is a wallet that was opened by a link or QR code. */
export const WALLET_PROTOCOLS = [
  "openid4vp-v1-signed",
  "openid4vp-v1-unsigned",
  "org-iso-mdoc",
  "direct_post",
] as const;
export type WalletProtocol = (typeof WALLET_PROTOCOLS)[number];

/** Outcomes of a credential. */
export const CREDENTIAL_OUTCOMES = [
  "authentic",
  "expired",
  "revoked",
  "unknown_issuer",
  "unsupported_algorithm",
  "not_authentic",
  "not_readable",
] as const;
export type CredentialOutcome = (typeof CREDENTIAL_OUTCOMES)[number];

/** What is checked of a credential, in this order. */
export const CREDENTIAL_CHECKS = [
  /** The credential has one reading: strict CBOR or JSON, one document of the requested type. */
  "credential_format",
  /** The signer's certificate leads to a trust anchor of the kind, and was valid at the signature. */
  "credential_issuer_chain",
  /** The document signer's country is the credential's issuing country. */
  "credential_issuer_country",
  "credential_issuer_signature",
  /** Every disclosed value has its digest among the signed ones. */
  "credential_digests",
  /** The issuer's signed validity includes the time of the call. */
  "credential_validity",
  /** The issuer's status list does not say that the credential is revoked or suspended. */
  "credential_status",
  /** The key that the issuer bound signed this request's answer. */
  "credential_device_signature",
] as const;
export type CredentialCheckName = (typeof CREDENTIAL_CHECKS)[number];

/** The trust anchors that vouch for each kind. */
export const ANCHORS_OF: Readonly<Record<CredentialKind, AnchorKind>> = {
  mdl: "iaca",
  photo_id: "iaca",
  pid: "pid",
  age: "av",
};

/** What may not have been checked of a credential. `status`: see `credential_status`. */
export const CREDENTIAL_UNCHECKED = ["status", "holder_presence"] as const;

/** How far a request to a wallet that was opened by a link has come. */
export const REQUEST_STATES = ["waiting", "answered", "used", "expired"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
