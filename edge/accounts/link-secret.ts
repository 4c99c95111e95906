import { randomBase62 } from "../crypto/secret-text.ts";
import { sha256Hex } from "../crypto/sha256.ts";

const LENGTH = 32;

/** A new secret for a link, and its hash. Only the hash is stored. */
export async function newLinkSecret(): Promise<{ secret: string; secretHash: string }> {
  const secret = randomBase62(LENGTH);
  return { secret, secretHash: await linkSecretHash(secret) };
}

/** The pages that open a link: see `dashboard/account/link.tsx`. */
const PAGES = { invitation: "invitation", signUp: "sign-up/link", newPassword: "new-password" } as const;

/** A link's address after the service's URL. Its secret is in the fragment, which no request holds. */
export const linkPath = (page: keyof typeof PAGES, secret: string): string =>
  `/dashboard/${PAGES[page]}#${secret}`;

/** SHA-256 in lower-case hexadecimal. */
export const linkSecretHash = (secret: string): Promise<string> => sha256Hex(secret);
