import type { CredentialFormat, CredentialKind } from "../../vocabulary/credentials.ts";
import { assertForm } from "./errors.ts";
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
  /** Null if the issuer named no status list. */
  readonly status: StatusReference | null;
  /** Values of requested claims, by claim. */
  readonly claims: Claims;
  /** How many values were disclosed that the request did not name: they are dropped unread. */
  readonly unrequested: number;
}

/** Where a credential's status is (draft-ietf-oauth-status-list, `status_list`). */
export interface StatusReference {
  readonly uri: string;
  readonly index: number;
}

/** Throws `MalformedCredentialError` for a reference out of bounds. */
export function referenceTo(uri: string, index: unknown): StatusReference {
  const isIndex = Number.isSafeInteger(index) && (index as number) >= 0;
  assertForm(uri.length <= 2_048 && isIndex, "the reference to a status list is out of bounds");
  return { uri, index: index as number };
}

/** A credential whose signatures are of an algorithm or curve that is not verified here. */
interface UnsupportedCredential {
  /** Such as `brainpoolP256r1`. */
  readonly unsupported: string;
}

/** What an answer came to; null for one that has no one reading. */
export type ReadCredential = PresentedCredential | UnsupportedCredential | null;

/** Claims as the service names them, of all formats. Dates are `YYYY-MM-DD`. */
export interface Claims {
  readonly family_name?: string;
  readonly given_name?: string;
  readonly birth_date?: string;
  readonly document_number?: string;
  readonly expiry_date?: string;
  /** ISO 3166, as the issuer wrote it. */
  readonly issuing_country?: string;
  readonly nationality?: string;
  /** JPEG or JPEG 2000. */
  readonly portrait?: Uint8Array;
  readonly age_over?: boolean;
}

export type ClaimName = keyof Claims;
