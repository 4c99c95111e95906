/** SHA-256 of bytes, or of a text in UTF-8, in lower-case hexadecimal. */
export async function sha256Hex(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  // WebCrypto's types want bytes that are not shared; an upload's never are.
  return hex(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}

/** The bytes in lower-case hexadecimal. */
export function hex(bytes: Uint8Array | ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
