import { hex } from "../hex.ts";
import type { Mrz, NamedImage } from "../inference/port.ts";
import type { DocumentTrace } from "../verification/types.ts";
import type { Check } from "./check.ts";

/** The fields that name one document and its holder. */
const NAMING = ["issuing_state", "document_number", "date_of_birth"];

/**
 * Digests of a document's picture and zone, salted with the verification, so that they tell nothing beyond it; null
 * outside a verification, where no second look follows.
 */
export async function traceDocument(
  { verification }: Check,
  image: NamedImage,
  mrz: Mrz | null,
): Promise<DocumentTrace | null> {
  if (verification === null) return null;
  const named = mrz?.fields.filter(({ name }) => NAMING.includes(name)).map(({ value }) => value);
  return {
    image: await salted(verification.id, hex(await crypto.subtle.digest("SHA-256", plain(image.content)))),
    zone: named === undefined ? null : await salted(verification.id, named.join("\n")),
  };
}

async function salted(salt: string, text: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}\n${text}`)));
}

/** WebCrypto's types want bytes that are not shared; an upload's never are. */
const plain = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>;
