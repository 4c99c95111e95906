import type { Mode } from "../core/scope.ts";
import { sha256 } from "../crypto/hashing.ts";
import { endsWithChecksum, newTaggedText, RANDOM_LENGTH, secretText } from "../crypto/secret-text.ts";

/** `sk` is a key with full authority, `rk` a restricted one. */
const FORMAT = new RegExp(`^svc_(sk|rk)_(live|test)_${secretText()}$`);

/** What a key begins with. */
export const keyPrefix = (mode: Mode, isRestricted: boolean) => `svc_${isRestricted ? "rk" : "sk"}_${mode}_`;

/** A new secret key, which is shown once, and its stored hash and hint. */
interface NewSecretKey {
  /** `svc_sk_{mode}_` or `svc_rk_{mode}_`, 22 random base62 characters, 10 of a tag, 6 of checksum. */
  readonly key: string;
  readonly hash: Uint8Array;
  /** The last four characters. */
  readonly hint: string;
}

export async function newSecretKey(
  serviceKey: Uint8Array,
  mode: Mode,
  isRestricted = false,
): Promise<NewSecretKey> {
  const key = await newTaggedText(serviceKey, keyPrefix(mode, isRestricted), RANDOM_LENGTH);
  return { key, hash: await hashSecretKey(key), hint: key.slice(-4) };
}

/** Whether a text has the form and the checksum of a secret key. Does not read the database. */
export function isWellFormed(key: string): boolean {
  return FORMAT.test(key) && endsWithChecksum(key);
}

/** SHA-256 of the whole key. No salt is needed: the key has 131 bits of entropy beside its tag. */
export const hashSecretKey = (key: string): Promise<Uint8Array> => sha256(key);
