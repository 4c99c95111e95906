import { hex } from "../hex.ts";
import { randomBase62 } from "../secret-text.ts";

const LENGTH = 32;

/** A new secret for a link, which is in no other place, and what is kept of it. */
export async function newLinkSecret(): Promise<{ secret: string; secretHash: string }> {
  const secret = randomBase62(LENGTH);
  return { secret, secretHash: await linkSecretHash(secret) };
}

/** SHA-256 in hex. */
export async function linkSecretHash(secret: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}
