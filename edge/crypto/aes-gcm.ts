const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type CipherKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A key of 32 bytes for AES-256-GCM. */
export const cipherKey = (bytes: Uint8Array): Promise<CipherKey> =>
  crypto.subtle.importKey("raw", Uint8Array.from(bytes), "AES-GCM", false, ["encrypt", "decrypt"]);

/** AES-256-GCM with a random nonce: nonce (12 bytes), ciphertext, tag (16). `context` is authenticated. */
export async function encrypt(key: CipherKey, context: string, plain: Uint8Array): Promise<Uint8Array> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const body = await crypto.subtle.encrypt(cipherOf(nonce, context), key, Uint8Array.from(plain));
  const encrypted = new Uint8Array(NONCE_BYTES + body.byteLength);
  encrypted.set(nonce);
  encrypted.set(new Uint8Array(body), NONCE_BYTES);
  return encrypted;
}

/** The plain text; null for bytes that this key did not encrypt for this context. */
export async function decrypt(
  key: CipherKey,
  context: string,
  encrypted: Uint8Array,
): Promise<Uint8Array | null> {
  if (encrypted.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = Uint8Array.from(encrypted.subarray(0, NONCE_BYTES));
  const body = Uint8Array.from(encrypted.subarray(NONCE_BYTES));
  const plain = await crypto.subtle.decrypt(cipherOf(nonce, context), key, body).catch(() => null);
  return plain === null ? null : new Uint8Array(plain);
}

const cipherOf = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(context),
});
