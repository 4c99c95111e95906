import { toHex } from "./encoding.ts";

/** SHA-256 of bytes, or of a text in UTF-8: 32 bytes. */
export async function sha256(content: string | Uint8Array): Promise<Uint8Array> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  // WebCrypto's types require bytes that are not shared; an upload's never are.
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}

/** SHA-256 of bytes, or of a text in UTF-8, in lower-case hexadecimal. */
export const sha256Hex = async (content: string | Uint8Array): Promise<string> =>
  toHex(await sha256(content));
