import { deriveKey, KEY_LABELS } from "./derived-key.ts";

/** The owner of the data. The tenant's own key seals it, so that no other tenant's key opens it. */
interface VaultScope {
  readonly tenantId: string;
}

/**
 * Seals data that must not be in the database in plain text: templates, signing secrets. `context` identifies
 * the value's place (row id, purpose, version); a sealed value does not open in another place.
 */
export interface Vault {
  seal(scope: VaultScope, context: string, plain: Uint8Array): Promise<Uint8Array>;
  /** Throws `VaultError` when the value was altered, moved, or sealed with another key. */
  open(scope: VaultScope, context: string, sealed: Uint8Array): Promise<Uint8Array>;
}

/** A sealed value does not open: a defect or an attack, never a regular outcome. */
export class VaultError extends Error {
  override readonly name = "VaultError";
}

const FORMAT_VERSION = 1;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES;

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const encoder = new TextEncoder();

/**
 * AES-256-GCM under a key for each tenant, derived from `dataKey` (32 bytes). Format of a sealed value:
 * format version (1 byte), nonce (12), ciphertext, tag (16).
 */
export function createVault(dataKey: Uint8Array): Vault {
  if (dataKey.length !== KEY_BYTES) throw new VaultError(`The data key is not ${KEY_BYTES} bytes`);
  // The map contains keys, not promises of keys: on workerd one request may not wait for another's promise.
  const keys = new Map<string, Key>();

  async function tenantKey({ tenantId }: VaultScope): Promise<Key> {
    const known = keys.get(tenantId);
    if (known !== undefined) return known;
    const bytes = await deriveKey(dataKey, KEY_LABELS.vault(tenantId));
    const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
    keys.set(tenantId, key);
    return key;
  }

  return {
    async seal(scope, context, plain) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const cipher = { name: "AES-GCM", iv: nonce, additionalData: encoder.encode(context) };
      const body = await crypto.subtle.encrypt(cipher, await tenantKey(scope), Uint8Array.from(plain));
      const sealed = new Uint8Array(HEADER_BYTES + body.byteLength);
      sealed[0] = FORMAT_VERSION;
      sealed.set(nonce, 1);
      sealed.set(new Uint8Array(body), HEADER_BYTES);
      return sealed;
    },

    async open(scope, context, sealed) {
      if (sealed.length < HEADER_BYTES + TAG_BYTES || sealed[0] !== FORMAT_VERSION) {
        throw new VaultError("Unknown format of a sealed value");
      }
      const iv = Uint8Array.from(sealed.subarray(1, HEADER_BYTES));
      const cipher = { name: "AES-GCM", iv, additionalData: encoder.encode(context) };
      const body = Uint8Array.from(sealed.subarray(HEADER_BYTES));
      const key = await tenantKey(scope);
      try {
        return new Uint8Array(await crypto.subtle.decrypt(cipher, key, body));
      } catch (cause) {
        throw new VaultError("A sealed value does not open", { cause });
      }
    },
  };
}
