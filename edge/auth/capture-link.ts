import type { Mode } from "../core/scope.ts";
import { sha256 } from "../crypto/hashing.ts";
import { endsWithChecksum, newTaggedText, secretText } from "../crypto/secret-text.ts";

/** Characters of 196 random bits in base62, and of a tag. */
const LENGTH = 43;
const FORMAT = new RegExp(`^svc_link_(live|test)_${secretText(LENGTH)}$`);

/** A new link's secret, which is shown once, and its stored hash. */
export async function newLinkSecret(
  serviceKey: Uint8Array,
  mode: Mode,
): Promise<{ secret: string; hash: Uint8Array }> {
  const secret = await newTaggedText(serviceKey, `svc_link_${mode}_`, LENGTH);
  return { secret, hash: await hashLink(secret) };
}

/** Whether a text has the form and the checksum of a link's secret. Does not read the database. */
export const isLinkSecret = (text: string): boolean => FORMAT.test(text) && endsWithChecksum(text);

/** SHA-256 of the whole secret. */
export const hashLink = (secret: string): Promise<Uint8Array> => sha256(secret);

/**
 * The address that a person opens. The secret is in the fragment, which browsers do not send: no log,
 * `Referer` or link preview contains it.
 */
export const linkUrl = (publicUrl: string, secret: string): string =>
  new URL(`/verify#${secret}`, publicUrl).href;
