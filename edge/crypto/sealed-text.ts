import { deriveKey, KEY_LABELS } from "./derived-key.ts";
import { hmacHex, sameText } from "./hashing.ts";
import { CHECKSUM_LENGTH, randomBase62, toBase62, withChecksum } from "./secret-text.ts";

/** Characters of a secret's random part that are a seal of ours: 59 bits. */
const SEAL_LENGTH = 10;

/**
 * A new secret text of ours: the prefix, `length` characters of base62 and the checksum. The last ten of
 * these characters are a seal, which cannot be made without the service's key: a made-up secret, whose
 * checksum anybody can compute, is recognised without a read of the database.
 */
export async function newSealedText(serviceKey: Uint8Array, prefix: string, length: number): Promise<string> {
  const body = prefix + randomBase62(length - SEAL_LENGTH);
  return withChecksum(body + (await sealOf(serviceKey, body)));
}

/** Whether the service's key has sealed a text with a checksum. */
export async function isSealed(serviceKey: Uint8Array, text: string): Promise<boolean> {
  const body = text.slice(0, -(SEAL_LENGTH + CHECKSUM_LENGTH));
  const seal = text.slice(body.length, -CHECKSUM_LENGTH);
  return sameText(await sealOf(serviceKey, body), seal);
}

/** 128 bits of the digest are folded into the characters, so that none is likelier than another. */
async function sealOf(serviceKey: Uint8Array, body: string): Promise<string> {
  const key = await deriveKey(serviceKey, KEY_LABELS.secrets);
  return toBase62(BigInt(`0x${(await hmacHex(key, body)).slice(0, 32)}`), SEAL_LENGTH);
}
