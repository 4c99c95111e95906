import { hex } from "../../crypto/sha256.ts";

const encoder = new TextEncoder();

/** The token of a visitor's forms: HMAC-SHA256 in hex over who they are, a session or a visitor's cookie. */
export async function formToken(secret: Uint8Array, who: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", Uint8Array.from(secret), algorithm, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", key, encoder.encode(`dashboard form\n${who}`)));
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [encoder.encode(a), encoder.encode(b)];
  if (left.length !== right.length) return false;
  let difference = 0;
  for (const [at, byte] of left.entries()) difference |= byte ^ right[at]!;
  return difference === 0;
}
