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

/** HMAC-SHA256 (RFC 2104) of a text in UTF-8: 32 bytes. */
export async function hmac(key: Uint8Array, text: string): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", Uint8Array.from(key), algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text)));
}

/** The same in lower-case hexadecimal. */
export const hmacHex = async (key: Uint8Array, text: string): Promise<string> => toHex(await hmac(key, text));

/** Whether the bytes are equal, in a time that depends on their lengths alone. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [at, byte] of a.entries()) difference |= byte ^ b[at]!;
  return difference === 0;
}

/** Whether the texts are equal, in a time that depends on their lengths alone. */
export function sameText(a: string, b: string): boolean {
  const encoder = new TextEncoder();
  return sameBytes(encoder.encode(a), encoder.encode(b));
}
