import { sha256 } from "../../crypto/hashing.ts";
import { encodeCbor } from "./cbor.ts";

/** Session transcripts (ISO/IEC 18013-5, 9.1.5.1): CBOR that binds an answer to one request. */

/** The answer to a request at `origin` by the Digital Credentials API (OpenID4VP 1.0, B.2.6.2). */
export const browserTranscript = (request: {
  readonly origin: string;
  readonly nonce: string;
  /** RFC 7638 SHA-256 thumbprint of the key that the answer is encrypted to. */
  readonly thumbprint: Uint8Array;
}): Promise<Uint8Array> =>
  transcript("OpenID4VPDCAPIHandover", [request.origin, request.nonce, request.thumbprint]);

/** The answer of a wallet that was opened by a link (OpenID4VP 1.0, B.2.6.1). */
export const redirectTranscript = (request: {
  readonly clientId: string;
  readonly nonce: string;
  readonly thumbprint: Uint8Array;
  readonly responseUri: string;
}): Promise<Uint8Array> =>
  transcript("OpenID4VPHandover", [request.clientId, request.nonce, request.thumbprint, request.responseUri]);

/** The answer to `org-iso-mdoc` at `origin` (ISO/IEC TS 18013-7, annex C). */
export const isoTranscript = (request: {
  /** EncryptionInfo in base64url, as the request had it. */
  readonly encryptionInfo: string;
  readonly origin: string;
}): Promise<Uint8Array> => transcript("dcapi", [request.encryptionInfo, request.origin]);

async function transcript(name: string, info: readonly unknown[]): Promise<Uint8Array> {
  return encodeCbor([null, null, [name, await sha256(encodeCbor(info))]]);
}
