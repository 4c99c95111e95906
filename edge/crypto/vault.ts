import { type CipherKey, cipherKey, decrypt, encrypt } from "./aes-gcm.ts";
import type { KeyRing } from "./key-ring.ts";
import { newWrappedKey, unwrap, VaultError, type WrappedKey } from "./wrapped-key.ts";

/** The owner of the data. Another tenant's key does not open it. */
interface VaultScope {
  readonly tenantId: string;
}

/**
 * Encrypts data that must not be in the database or the object store in plain text: templates, images,
 * signing secrets. `context` identifies the value's place (row id, purpose, version); an encrypted value does
 * not open in another place.
 */
export interface Vault {
  /**
   * A new tenant's key, to be stored with the tenant: nothing of the tenant can be encrypted or opened
   * without it.
   */
  newKey(scope: VaultScope): Promise<WrappedKey>;
  /** Throws `VaultError` for a tenant without a key. */
  encrypt(scope: VaultScope, context: string, plain: Uint8Array): Promise<Uint8Array>;
  /** Throws `VaultError` for a value that was altered or moved, and if its key is gone. */
  open(scope: VaultScope, context: string, encrypted: Uint8Array): Promise<Uint8Array>;
}

const FORMAT_VERSION = 1;

/** How long a key is used without a read of its row: the longest that it works after the tenant's erasure. */
export const KEY_KEPT_MS = 60_000;
/** Maximum number of cached keys; beyond it all of them are read again. */
const MOST_KEPT = 1_000;

/**
 * AES-256-GCM under a key of each tenant's own, which `read` finds wrapped by a master key of the ring.
 * Format of an encrypted value: format version (1 byte), nonce (12), ciphertext, tag (16).
 */
export function createVault(
  ring: KeyRing,
  read: (owner: string) => Promise<WrappedKey | undefined>,
  clock: () => number = Date.now,
): Vault {
  // The map contains keys, not promises: on workerd a request may not await another request's promise.
  const kept = new Map<string, { readonly key: CipherKey; readonly until: number }>();

  async function keyOf({ tenantId }: VaultScope): Promise<CipherKey> {
    const now = clock();
    const found = kept.get(tenantId);
    if (found !== undefined && now < found.until) return found.key;
    kept.delete(tenantId);
    const wrapped = await read(tenantId);
    if (wrapped === undefined) throw new VaultError(`${tenantId} has no key`);
    const key = await cipherKey(await unwrap(ring, wrapped));
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(tenantId, { key, until: now + KEY_KEPT_MS });
    return key;
  }

  return {
    newKey: ({ tenantId }) => newWrappedKey(ring, tenantId),

    async encrypt(scope, context, plain) {
      const body = await encrypt(await keyOf(scope), context, plain);
      const encrypted = new Uint8Array(1 + body.length);
      encrypted[0] = FORMAT_VERSION;
      encrypted.set(body, 1);
      return encrypted;
    },

    async open(scope, context, encrypted) {
      if (encrypted[0] !== FORMAT_VERSION) throw new VaultError("Unknown format of an encrypted value");
      const plain = await decrypt(await keyOf(scope), context, encrypted.subarray(1));
      if (plain === null) throw new VaultError("An encrypted value does not open");
      return plain;
    },
  };
}
