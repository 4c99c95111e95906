import { deriveKey, KEY_LABELS } from "./derived-key.ts";
import { fromHex, toHex } from "./encoding.ts";
import { type DataKey, KEY_ID_BYTES, type KeyRing } from "./key-ring.ts";

/** The owner of the data. The tenant's own key seals it, so that no other tenant's key opens it. */
interface VaultScope {
  readonly tenantId: string;
}

/**
 * Seals data that must not be in the database in plain text: templates, signing secrets. `context` identifies
 * the value's place (row id, purpose, version); a sealed value does not open in another place.
 */
export interface Vault {
  /** Id of the data key that seals. */
  readonly keyId: string;
  seal(scope: VaultScope, context: string, plain: Uint8Array): Promise<Uint8Array>;
  /** Throws `VaultError` when the value was altered, moved, or sealed with a key that is not in the ring. */
  open(scope: VaultScope, context: string, sealed: Uint8Array): Promise<Uint8Array>;
}

/**
 * A sealed value does not open: a defect, an attack, or a data key that is missing. The message names the
 * key where the value tells it, and nothing of the value.
 */
export class VaultError extends Error {
  override readonly name = "VaultError";
}

const FORMAT_VERSION = 2;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The first bytes of every value that this data key sealed: format version and key id. */
export const sealedPrefix = (keyId: string): Uint8Array =>
  Uint8Array.of(FORMAT_VERSION, ...fromHex(keyId.replace("dk_", "")));

/** Id of the data key that sealed a value; null for bytes in another format. */
export const sealingKeyOf = (sealed: Uint8Array): string | null =>
  sealed[0] === FORMAT_VERSION ? `dk_${toHex(sealed.subarray(1, 1 + KEY_ID_BYTES))}` : null;

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const encoder = new TextEncoder();

/**
 * AES-256-GCM under a key for each tenant, derived from a data key of the ring. Format of a sealed value:
 * format version (1 byte), id of the data key (8), nonce (12), ciphertext, tag (16).
 */
export function createVault(ring: KeyRing): Vault {
  const prefix = sealedPrefix(ring.newest.id);
  const tenantKeys = createTenantKeys();

  return {
    keyId: ring.newest.id,

    async seal(scope, context, plain) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const key = await tenantKeys(ring.newest, scope);
      const body = await crypto.subtle.encrypt(cipherOf(nonce, context), key, Uint8Array.from(plain));
      const sealed = new Uint8Array(prefix.length + NONCE_BYTES + body.byteLength);
      sealed.set(prefix);
      sealed.set(nonce, prefix.length);
      sealed.set(new Uint8Array(body), prefix.length + NONCE_BYTES);
      return sealed;
    },

    async open(scope, context, sealed) {
      const { dataKey, rest } = readHeader(ring, sealed);
      const nonce = Uint8Array.from(rest.subarray(0, NONCE_BYTES));
      const body = Uint8Array.from(rest.subarray(NONCE_BYTES));
      const key = await tenantKeys(dataKey, scope);
      try {
        return new Uint8Array(await crypto.subtle.decrypt(cipherOf(nonce, context), key, body));
      } catch (cause) {
        throw new VaultError("A sealed value does not open", { cause });
      }
    },
  };
}

/** The tenants' own keys, each derived once. */
function createTenantKeys() {
  // The map contains keys, not promises of keys: on workerd one request may not wait for another's promise.
  const known = new Map<string, Key>();
  return async (dataKey: DataKey, { tenantId }: VaultScope): Promise<Key> => {
    const name = `${dataKey.id} ${tenantId}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    const bytes = await deriveKey(dataKey.bytes, KEY_LABELS.vault(tenantId));
    const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
    known.set(name, key);
    return key;
  };
}

/** The key that sealed a value, and the value from its nonce on. */
function readHeader(ring: KeyRing, sealed: Uint8Array): { dataKey: DataKey; rest: Uint8Array } {
  const id = sealingKeyOf(sealed);
  const rest = sealed.subarray(1 + KEY_ID_BYTES);
  if (id === null || rest.length < NONCE_BYTES + TAG_BYTES) {
    throw new VaultError("Unknown format of a sealed value");
  }
  const dataKey = ring.all.find((key) => key.id === id);
  if (dataKey === undefined)
    throw new VaultError(`A value was sealed by ${id}, which is not among the data keys`);
  return { dataKey, rest };
}

const cipherOf = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: encoder.encode(context),
});
