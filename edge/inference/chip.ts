/** The files of a chip, at most 512 KiB together. */
export interface ChipFiles {
  readonly sod: Uint8Array;
  /** 1 to 14, each number once: 1 to 16 without 3 and 4. */
  readonly dataGroups: readonly { readonly number: number; readonly file: Uint8Array }[];
  /** A challenge of 8 bytes, and the chip's answer of 1 to 1,024. */
  readonly activeAuthentication: { readonly challenge: Uint8Array; readonly signature: Uint8Array } | null;
}

/** Why a file cannot be read: cut off, not the structure that it should be, or an unknown algorithm. */
export type FileProblem = "incomplete" | "malformed" | "unsupported";

export type PortraitProblem =
  | "not_signed"
  | "malformed"
  | "image_unreadable"
  | "image_too_large"
  | "image_too_small"
  | "no_face";

export interface SignatureAlgorithm {
  readonly scheme: "rsassa_pkcs1_v1_5" | "rsassa_pss" | "iso_9796_2" | "ecdsa";
  /** Such as sha256; of an ISO/IEC 9796-2 signature, empty if it does not hold. */
  readonly digest: string;
  /** 0 for a curve that OpenSSL has no name for. */
  readonly keyBits: number;
  /** OpenSSL's name; empty for RSA and for unnamed parameters. */
  readonly curve: string;
}

/** The certificate in EF.SOD, which is verified with `findIssuer`. */
export interface DocumentSigner {
  /** X.509, DER, at most 8 KiB. */
  readonly certificate: Uint8Array;
  /** Subject key id of its issuer, in hex as trust anchors have it; null without that extension. */
  readonly authorityKeyId: string | null;
  /** ISO 3166 in capitals; null if the certificate names none. */
  readonly country: string | null;
  /** In hex, in capitals without leading zeros. */
  readonly serialNumber: string;
  readonly validFrom: number;
  readonly validTo: number;
  /** A certificate with one signs something else than documents. */
  readonly extendedKeyUsages: readonly string[];
}

export interface SecurityObject {
  /** The digest of the data groups. */
  readonly digest: string;
  /** Data groups that the chip has, ascending. */
  readonly namedDataGroups: readonly number[];
  /** Whether the key of `signer` signed the list of hashes. */
  readonly signatureValid: boolean;
  readonly algorithm: SignatureAlgorithm;
  readonly signer: DocumentSigner;
  /** Null without that attribute. */
  readonly signedAt: number | null;
}

export interface DataGroupReading {
  readonly number: number;
  /** Whether EF.SOD names this hash; null if EF.SOD cannot be read. */
  readonly hash: "equal" | "different" | "not_named" | null;
  /** Null if the file was read. */
  readonly problem: FileProblem | null;
}

/** What inference reads on a chip; see `chip_service.proto`. Times are milliseconds since the epoch. */
export interface ChipFacts {
  /** Null if EF.SOD cannot be read. */
  readonly securityObject: SecurityObject | null;
  readonly securityObjectProblem: FileProblem | null;
  /** One for each that was sent, in that order. */
  readonly dataGroups: readonly DataGroupReading[];
  /** DG11; null without a readable one. Its fields are empty if the chip lacks them. */
  readonly personalDetails: {
    /** "PRIMARY<<SECONDARY<WORDS". */
    readonly fullName: string;
    readonly personalNumber: string;
    /** YYYYMMDD. */
    readonly dateOfBirth: string;
    readonly placeOfBirth: readonly string[];
    readonly address: readonly string[];
  } | null;
  /** Null with a portrait, and without a DG2. */
  readonly portraitProblem: PortraitProblem | null;
  readonly activeAuthentication: {
    readonly status: "no_signed_key" | "not_tried" | "valid" | "invalid" | "unsupported";
    readonly algorithm: SignatureAlgorithm | null;
  };
  /** What a signed DG14 names; null without one. */
  readonly chipSecurity: { readonly chipAuthentication: boolean } | null;
}
