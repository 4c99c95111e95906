import { endsWithChecksum, newSecretText, secretText } from "../crypto/secret-text.ts";
import { sha256 } from "../crypto/sha256.ts";
import type { Mode } from "../scope.ts";

const FORMAT = new RegExp(`^svc_sk_(live|test)_${secretText()}$`);

/** A new secret key, which is shown once, and its stored hash and hint. */
interface NewSecretKey {
  /** `svc_sk_{mode}_`, 32 random base62 characters, 6 characters of checksum. */
  readonly key: string;
  readonly hash: Uint8Array;
  /** The last four characters. */
  readonly hint: string;
}

export async function newSecretKey(mode: Mode): Promise<NewSecretKey> {
  const key = newSecretText(`svc_sk_${mode}_`);
  return { key, hash: await hashSecretKey(key), hint: key.slice(-4) };
}

/** Whether a text has the form and the checksum of a secret key. Does not read the database. */
export function isWellFormed(key: string): boolean {
  return FORMAT.test(key) && endsWithChecksum(key);
}

/** SHA-256 of the whole key. No salt is needed: the key has 190 bits of entropy. */
export const hashSecretKey = (key: string): Promise<Uint8Array> => sha256(key);
