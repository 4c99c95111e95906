import { deriveKey, KEY_LABELS } from "./derived-key.ts";
import { hmacHex, sameText } from "./hashing.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Random characters of a secret text without a length of its own. */
export const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const CRC32_POLYNOMIAL = 0xedb88320;

/** The random part and checksum of a secret text, as a regular expression. */
export const secretText = (length = RANDOM_LENGTH) => `[0-9A-Za-z]{${length + CHECKSUM_LENGTH}}`;

/**
 * The prefix, random base62 characters (5.95 bits each; 32 without a length), and 6 characters of checksum
 * over all of these.
 */
export function newSecretText(prefix: string, length = RANDOM_LENGTH): string {
  return withChecksum(prefix + randomBase62(length));
}

/** The text with the checksum over it. */
const withChecksum = (body: string): string => body + checksum(body);

/** Whether the text ends with the checksum of the characters before it. */
export const endsWithChecksum = (text: string) =>
  checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

/**
 * Uniform characters from the CSPRNG: bytes that would favour the first letters of the alphabet are dropped.
 */
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
  return toBase62(BigInt((crc ^ 0xffffffff) >>> 0), CHECKSUM_LENGTH);
}

/** The last `length` digits of a number in base62. */
function toBase62(value: bigint, length: number): string {
  const base = BigInt(ALPHABET.length);
  let digits = "";
  for (let rest = value; digits.length < length; rest /= base)
    digits = ALPHABET[Number(rest % base)] + digits;
  return digits;
}

/** Characters of a secret's random part that are our authentication tag: 59 bits. */
const TAG_LENGTH = 10;

/**
 * A new secret text: the prefix, `length` characters of base62 and the checksum. The last ten of these
 * characters are a tag that cannot be made without the service's key. A made-up secret, whose checksum
 * anybody can compute, is recognised without a database read.
 */
export async function newTaggedText(serviceKey: Uint8Array, prefix: string, length: number): Promise<string> {
  const body = prefix + randomBase62(length - TAG_LENGTH);
  return withChecksum(body + (await tagOf(serviceKey, body)));
}

/** Whether the tag of a text with a checksum was made with the service's key. */
export async function hasValidTag(serviceKey: Uint8Array, text: string): Promise<boolean> {
  const body = text.slice(0, -(TAG_LENGTH + CHECKSUM_LENGTH));
  const tag = text.slice(body.length, -CHECKSUM_LENGTH);
  return sameText(await tagOf(serviceKey, body), tag);
}

/** 128 bits of the digest are folded into the characters, so that all are equally likely. */
async function tagOf(serviceKey: Uint8Array, body: string): Promise<string> {
  const key = await deriveKey(serviceKey, KEY_LABELS.secrets);
  return toBase62(BigInt(`0x${(await hmacHex(key, body)).slice(0, 32)}`), TAG_LENGTH);
}
