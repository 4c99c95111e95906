import type { Mrz, NamedImage } from "../inference/port.ts";
import type { DocumentTrace } from "../verification/types.ts";
import type { Check } from "./check.ts";

/** The fields that name one document and its holder. */
const NAMING = ["issuing_state", "document_number", "date_of_birth"];

/** Digests of a document's picture and zone, salted with the verification, so that they tell nothing beyond it. */
export async function traceDocument(
  { verification }: Check,
  image: NamedImage,
  mrz: Mrz | null,
): Promise<DocumentTrace> {
  const salt = new TextEncoder().encode(verification?.id ?? "");
  const named = mrz?.fields.filter(({ name }) => NAMING.includes(name)).map(({ value }) => value);
  return {
    image: await digest(salt, image.content),
    zone: named === undefined ? null : await digest(salt, new TextEncoder().encode(named.join("\n"))),
  };
}

async function digest(salt: Uint8Array, content: Uint8Array): Promise<string> {
  const bytes = new Uint8Array(salt.length + content.length);
  bytes.set(salt);
  bytes.set(content, salt.length);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
