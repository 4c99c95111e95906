const BYTES = 32;

/**
 * HKDF's info of each derived key: the first three from a master key, the others from the service's own key.
 * Data that one key encrypted or signed opens with no other. Changing a label makes all data under it
 * unreadable.
 */
export const KEY_LABELS = {
  keyId: "selfsame/data-key-id/v1",
  wrapping: "selfsame/wrapping/v1",
  backups: "selfsame/backups/v1",
  mediaUrls: "selfsame/media-urls/v1",
  accounts: "selfsame/accounts/v1",
  attempts: "selfsame/attempts/v1",
  carried: "selfsame/carried/v1",
  challenges: "selfsame/challenges/v1",
  dashboardForms: "selfsame/dashboard-forms/v1",
  handoffs: "selfsame/handoffs/v1",
  knownBrowsers: "selfsame/known-browsers/v1",
  search: "selfsame/search/v1",
  secrets: "selfsame/secrets/v1",
} as const;

/** A key for one purpose: 32 bytes from `root` (32 bytes) by HKDF-SHA256 (RFC 5869), without salt. */
export async function deriveKey(root: Uint8Array, label: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", Uint8Array.from(root), "HKDF", false, ["deriveBits"]);
  const info = new TextEncoder().encode(label);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info };
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, key, 8 * BYTES));
}
