import type { CredentialFormat, CredentialKind } from "../../vocabulary/credentials.ts";
import type { Issuer } from "./issuer.ts";

/** A credential as a wallet presented it, with what the cryptography says of it: facts, not a verdict. */
export interface PresentedCredential {
  readonly kind: CredentialKind;
  readonly format: CredentialFormat;
  /** The docType or `vct`. */
  readonly type: string;
  readonly issuer: Issuer;
  readonly isSignatureValid: boolean;
  /** Whether each disclosed value has its digest among the signed ones. */
  readonly areDigestsValid: boolean;
  /** Milliseconds since the epoch; null if the issuer set none. */
  readonly signedAt: number | null;
  readonly validFrom: number | null;
  readonly validUntil: number | null;
  /** Values of requested claims, by claim. */
  readonly claims: Claims;
  /** How many values were disclosed that the request did not name: they are dropped unread. */
  readonly unrequested: number;
}

/** Claims as the service names them, of all formats. Dates are `YYYY-MM-DD`. */
export interface Claims {
  readonly family_name?: string;
  readonly given_name?: string;
  readonly birth_date?: string;
  readonly document_number?: string;
  readonly expiry_date?: string;
  readonly issue_date?: string;
  /** ISO 3166, as the issuer wrote it. */
  readonly issuing_country?: string;
  readonly nationality?: string;
  /** JPEG or JPEG 2000. */
  readonly portrait?: Uint8Array;
  readonly age_over?: boolean;
}

export type ClaimName = keyof Claims;
