import { deriveKey, KEY_LABELS } from "./derived-key.ts";
import { sameText } from "./equality.ts";
import { hmacHex } from "./hmac.ts";
import type { KeyRing } from "./key-ring.ts";
import { CHECKSUM_LENGTH, randomBase62, toBase62, withChecksum } from "./secret-text.ts";

/** Characters of a secret's random part that are a seal of ours: 59 bits. */
const SEAL_LENGTH = 10;

/**
 * A new secret text of ours: the prefix, `length` characters of base62 and the checksum. The last ten of
 * these characters are a seal, which cannot be made without a data key: a secret that is made up, whose
 * checksum anybody can compute, is told from one of ours without a read of the database.
 */
export async function newSealedText({ newest }: KeyRing, prefix: string, length: number): Promise<string> {
  const body = prefix + randomBase62(length - SEAL_LENGTH);
  return withChecksum(body + (await sealOf(newest.bytes, body)));
}

/**
 * Whether one of the data keys has sealed a text with a checksum. A secret of a data key that is gone has no
 * seal that holds, and may be good all the same: the database knows.
 */
export async function isSealed({ all }: KeyRing, text: string): Promise<boolean> {
  const body = text.slice(0, -(SEAL_LENGTH + CHECKSUM_LENGTH));
  const seal = text.slice(body.length, -CHECKSUM_LENGTH);
  const seals = await Promise.all(all.map(({ bytes }) => sealOf(bytes, body)));
  return seals.some((each) => sameText(each, seal));
}

/** 128 bits of the digest are folded into the characters, so that none is likelier than another. */
async function sealOf(dataKey: Uint8Array, body: string): Promise<string> {
  const key = await deriveKey(dataKey, KEY_LABELS.secrets);
  return toBase62(BigInt(`0x${(await hmacHex(key, body)).slice(0, 32)}`), SEAL_LENGTH);
}
