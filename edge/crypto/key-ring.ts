import { deriveKey, KEY_LABELS } from "./derived-key.ts";
import { toHex } from "./encoding.ts";

export const DATA_KEY_BYTES = 32;
/** Bytes of a key's id in a sealed value. */
export const KEY_ID_BYTES = 8;

/** A data key: the root from which the keys of every purpose are derived. */
export interface DataKey {
  /** `dk_` and 16 hexadecimal digits, derived from the key. It tells nothing of the key itself. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The data keys of a deployment. The newest seals and signs; every key opens and verifies. */
export interface KeyRing {
  readonly newest: DataKey;
  /** Newest first. */
  readonly all: readonly DataKey[];
}

/** The ring of these keys (32 bytes each), newest first. A key that stands twice counts once. */
export async function openKeyRing(keys: readonly Uint8Array[]): Promise<KeyRing> {
  const named = await Promise.all(keys.map(async (bytes) => ({ id: await idOf(bytes), bytes })));
  const all = [...new Map(named.map((key) => [key.id, key])).values()];
  const [newest] = all;
  if (newest === undefined) throw new RangeError("There is no data key");
  return { newest, all };
}

async function idOf(bytes: Uint8Array): Promise<string> {
  if (bytes.length !== DATA_KEY_BYTES) throw new RangeError(`A data key is not ${DATA_KEY_BYTES} bytes`);
  return `dk_${toHex((await deriveKey(bytes, KEY_LABELS.keyId)).subarray(0, KEY_ID_BYTES))}`;
}
