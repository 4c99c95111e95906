import { deriveKey, KEY_LABELS } from "./derived-key.ts";
import { toHex } from "./encoding.ts";

export const MASTER_KEY_BYTES = 32;
/** Bytes of the digest that is a key's id. */
const ID_BYTES = 8;

/** A master key: it encrypts keys, never data. */
export interface MasterKey {
  /** `dk_` and 16 hexadecimal digits, derived from the key, which they do not reveal. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The master keys of a deployment. The newest wraps keys; all of them unwrap. */
export interface KeyRing {
  readonly newest: MasterKey;
  /** Newest first. */
  readonly all: readonly MasterKey[];
}

/** The ring of these master keys (32 bytes each), newest first. A key that is listed twice counts once. */
export async function openKeyRing(keys: readonly Uint8Array[]): Promise<KeyRing> {
  const named = await Promise.all(keys.map(async (bytes) => ({ id: await idOf(bytes), bytes })));
  const all = [...new Map(named.map((key) => [key.id, key])).values()];
  const [newest] = all;
  if (newest === undefined) throw new RangeError("There is no master key");
  return { newest, all };
}

async function idOf(bytes: Uint8Array): Promise<string> {
  if (bytes.length !== MASTER_KEY_BYTES)
    throw new RangeError(`A master key is not ${MASTER_KEY_BYTES} bytes`);
  return `dk_${toHex((await deriveKey(bytes, KEY_LABELS.keyId)).subarray(0, ID_BYTES))}`;
}
