import type { Mode } from "../scope.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORMAT = new RegExp(`^svc_sk_(live|test)_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
const CRC32_POLYNOMIAL = 0xedb88320;

/** A secret key as it is shown, once, and what is kept of it. */
export interface NewSecretKey {
  /** `svc_sk_{mode}_`, 32 random base62 characters, 6 of their checksum. */
  readonly key: string;
  readonly hash: Uint8Array;
  /** The last four characters. */
  readonly hint: string;
}

export async function newSecretKey(mode: Mode): Promise<NewSecretKey> {
  const key = newSecretText(`svc_sk_${mode}_`);
  return { key, hash: await hashSecretKey(key), hint: key.slice(-4) };
}

/** The prefix, 32 random base62 characters (190 bits), 6 of the checksum over all that. */
export function newSecretText(prefix: string): string {
  const body = prefix + randomBase62(RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether a text can be a secret key at all: its form and its checksum, without a look into the database. */
export function isWellFormed(key: string): boolean {
  return FORMAT.test(key) && checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** SHA-256 of the whole key. It needs no salt: the key has 190 bits of entropy. */
export async function hashSecretKey(key: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
}

/** Uniform characters from the CSPRNG; bytes that would favour the alphabet's first letters are thrown away. */
export function randomBase62(length: number): string {
  const unbiased = 256 - (256 % ALPHABET.length);
  let text = "";
  while (text.length < length) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    text += Array.from(bytes)
      .filter((byte) => byte < unbiased)
      .map((byte) => ALPHABET[byte % ALPHABET.length])
      .join("");
  }
  return text.slice(0, length);
}

/** CRC-32 (ISO 3309, as in zlib) of the text in UTF-8, in base62. */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? CRC32_POLYNOMIAL : 0);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
