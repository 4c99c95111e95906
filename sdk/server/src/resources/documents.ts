import type { Caller } from "../../../core/call.ts";
import type { CallOptions } from "../../../core/settings.ts";
import type { Input } from "../../../core/wire/request.ts";
import {
  type DetectFraudBody,
  deleteCredential,
  deleteFraudResult,
  deleteOcrResult,
  deleteSignedEvidence,
  detectFraud,
  issueChipChallenge,
  readCredential,
  readFraudResult,
  readOcrResult,
  readPicture,
  readSignedEvidence,
  type ScanDocumentBody,
  scanDocument,
  type VerifyChipBody,
  verifyChip,
} from "../../../gen/operations.ts";
import { runtime } from "../../../platform/runtime.ts";

/** Data read from documents (contract §7). */
export const ocr = (call: Caller<"answer">) => ({
  scan: (body: ScanDocumentBody, options?: CallOptions) => call(scanDocument, { body }, options),
  /** With a fresh link to the portrait. Counts against the usage cap. */
  retrieve: (id: string, options?: CallOptions) => call(readOcrResult, { path: { id } }, options),
  /** Portrait and fields are gone for good. */
  delete: (id: string, options?: CallOptions) => call(deleteOcrResult, { path: { id } }, options),
  /**
   * The bytes of the image behind `portrait`, the signed link of a result. It is requested from `baseUrl`,
   * wherever the link leads, and without the secret key. A deleted image is the error `gone`.
   */
  picture: async (link: string, options?: CallOptions): Promise<Uint8Array> =>
    call(readPicture, imageOf(link), options),
});

/** Documents' chips, as an app has read them (contract §7.8). */
export const chips = (call: Caller<"answer">) => ({
  verify: (body: VerifyChipBody, options?: CallOptions) => call(verifyChip, { body }, options),
  /** Eight bytes that the chip signs: good for 120 seconds, once. */
  issueChallenge: (options?: CallOptions) => call(issueChipChallenge, {}, options),
  /** Counts against the usage cap. */
  retrieve: (id: string, options?: CallOptions) => call(readSignedEvidence, { path: { id } }, options),
  /** Data, face and portrait are gone for good. */
  delete: (id: string, options?: CallOptions) => call(deleteSignedEvidence, { path: { id } }, options),
});

/** Credentials of wallets, which devices have sent (contract §7.9). */
export const credentials = (call: Caller<"answer">) => ({
  /** Counts against the usage cap. */
  retrieve: (id: string, options?: CallOptions) => call(readCredential, { path: { id } }, options),
  /** Claims and portrait are gone for good. */
  delete: (id: string, options?: CallOptions) => call(deleteCredential, { path: { id } }, options),
});

/** Signs of forgery in a document's image (contract §6). */
export const fraud = (call: Caller<"answer">) => ({
  detect: (body: DetectFraudBody, options?: CallOptions) => call(detectFraud, { body }, options),
  /** Counts against the usage cap. */
  retrieve: (id: string, options?: CallOptions) => call(readFraudResult, { path: { id } }, options),
  /** Findings and images are gone for good. */
  delete: (id: string, options?: CallOptions) => call(deleteFraudResult, { path: { id } }, options),
});

/** The request of a signed link (contract §7.6). Throws a TypeError for a link of another kind. */
function imageOf(link: string): Input<"readPicture"> {
  const [, tenant, object] = /\/media\/([^/?#]+)\/([^/?#]+)\?/.exec(link) ?? [];
  const query = tenant === undefined ? undefined : new runtime.URL(link, "http://any").searchParams;
  const [expires, signature] = [query?.get("expires"), query?.get("signature")];
  if (!tenant || !object || !expires || !signature) throw new TypeError("this is no signed link to an image");
  return {
    path: { tenant: decodeURIComponent(tenant), object: decodeURIComponent(object) },
    query: { expires, signature },
  };
}
