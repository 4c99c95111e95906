import { cipherKey, decrypt, encrypt } from "./aes-gcm.ts";
import { deriveKey, KEY_LABELS } from "./derived-key.ts";
import type { KeyRing, MasterKey } from "./key-ring.ts";

const KEY_BYTES = 32;

/** The owner of the key that the service's own keys derive from. Every other owner is a tenant's id. */
export const SERVICE = "service";

/** A data key as the database keeps it: encrypted by a master key. */
export interface WrappedKey {
  /** The tenant whose data it encrypts, or `SERVICE`. It is bound to this owner. */
  readonly owner: string;
  /** Id of the master key that wraps it. */
  readonly masterKeyId: string;
  readonly wrapped: Uint8Array;
}

/**
 * A value does not open: it was altered or moved, or its key is gone. The message names the key if known, and
 * nothing of the value.
 */
export class VaultError extends Error {
  override readonly name = "VaultError";
}

/** A master key that wraps keys of the database is not in `DATA_KEYS`. */
export class MasterKeyMissingError extends Error {
  override readonly name = "MasterKeyMissingError";
}

/** A new random key of 256 bits, wrapped by the newest master key. */
export const newWrappedKey = (ring: KeyRing, owner: string): Promise<WrappedKey> =>
  wrap(ring.newest, owner, crypto.getRandomValues(new Uint8Array(KEY_BYTES)));

/** The key itself. Throws `VaultError` without its master key, and for a row that was altered or moved. */
export async function unwrap(
  ring: KeyRing,
  { owner, masterKeyId, wrapped }: WrappedKey,
): Promise<Uint8Array> {
  const master = ring.all.find(({ id }) => id === masterKeyId);
  if (master === undefined) {
    throw new VaultError(`${masterKeyId} wraps the key of ${owner}, and is not among the DATA_KEYS`);
  }
  const bytes = await decrypt(await wrappingKey(master), owner, wrapped);
  if (bytes === null) throw new VaultError(`The wrapped key of ${owner} does not open`);
  return bytes;
}

/** The same key, wrapped by the newest master key. Throws as `unwrap` does. */
export const rewrap = async (ring: KeyRing, key: WrappedKey): Promise<WrappedKey> =>
  wrap(ring.newest, key.owner, await unwrap(ring, key));

async function wrap(master: MasterKey, owner: string, bytes: Uint8Array): Promise<WrappedKey> {
  const wrapped = await encrypt(await wrappingKey(master), owner, bytes);
  return { owner, masterKeyId: master.id, wrapped };
}

const wrappingKey = async (master: MasterKey) =>
  cipherKey(await deriveKey(master.bytes, KEY_LABELS.wrapping));
