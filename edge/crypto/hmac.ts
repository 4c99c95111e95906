import { toHex } from "./encoding.ts";

/** HMAC-SHA256 (RFC 2104) of a text in UTF-8, in lower-case hexadecimal. */
export async function hmacHex(key: Uint8Array, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", Uint8Array.from(key), algorithm, false, ["sign"]);
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text))));
}
