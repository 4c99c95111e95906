import type { Mrz, PortraitReading } from "./port.ts";

/** The files of a document's chip, as an app has read them. */
export interface ChipFiles {
  readonly sod: Uint8Array;
  readonly dataGroups: readonly { readonly number: number; readonly file: Uint8Array }[];
  /** The chip's answer to a challenge; null if it was not asked. */
  readonly activeAuthentication: { readonly challenge: Uint8Array; readonly signature: Uint8Array } | null;
}

/** Why a file cannot be read. */
export const FILE_PROBLEMS = ["incomplete", "malformed", "unsupported"] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];

export interface SignatureAlgorithm {
  readonly scheme: "rsa_pkcs1" | "rsa_pss" | "iso_9796_2" | "ecdsa";
  /** Such as `sha256`; empty if an ISO/IEC 9796-2 signature does not hold. */
  readonly digest: string;
  /** Bits of the modulus, or of the order of the curve. */
  readonly keyBits: number;
  readonly curve: string;
}

/** The certificate that a chip names as its signer's: only an issuer that is found for it makes it one. */
export interface DocumentSigner {
  /** X.509, DER. */
  readonly certificate: Uint8Array;
  /** In hex; null without that extension. */
  readonly authorityKeyId: string | null;
  /** ISO 3166 alpha-2 of the subject; null if it names none. */
  readonly country: string | null;
  /** In hex. */
  readonly serialNumber: string;
  /** Milliseconds since the epoch, as `validTo`. */
  readonly validFrom: number;
  readonly validTo: number;
  readonly extendedKeyUsages: readonly string[];
}

/** The facts of a chip. A file that cannot be read has no facts. */
export interface ChipReading {
  /** Null if EF.SOD cannot be read. */
  readonly securityObject: {
    readonly digest: string;
    readonly namedDataGroups: readonly number[];
    readonly signatureValid: boolean;
    readonly algorithm: SignatureAlgorithm;
    readonly signer: DocumentSigner;
    /** Milliseconds since the epoch; null without that attribute. */
    readonly signedAt: number | null;
  } | null;
  readonly dataGroups: readonly {
    readonly number: number;
    /** Null if EF.SOD cannot be read. */
    readonly hash: "equal" | "different" | "not_named" | null;
    readonly problem: FileProblem | null;
  }[];
  readonly mrz: Mrz | null;
  readonly personalDetails: {
    /** Primary and secondary identifier, separated by `<<`; null if the file lacks it, as the others. */
    readonly fullName: string | null;
    readonly personalNumber: string | null;
    /** YYYYMMDD; parts may be 00. */
    readonly dateOfBirth: string | null;
    readonly placeOfBirth: readonly string[];
    readonly address: readonly string[];
  } | null;
  /** The face of a signed DG2. */
  readonly portrait: PortraitReading["portrait"];
  readonly activeAuthentication: "no_signed_key" | "not_tried" | "valid" | "invalid" | "unsupported";
  /** What a signed DG14 says; null without it. */
  readonly security: { readonly chipAuthentication: boolean; readonly paceCam: boolean } | null;
}
