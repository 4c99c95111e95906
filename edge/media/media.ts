import { hex } from "../crypto/sha256.ts";
import type { ObjectStore } from "../env.ts";

/** Seconds that a media URL is good for (contract §7). */
export const MEDIA_URL_TTL_S = 15 * 60;

/** R2 takes no more. */
const DELETED_AT_ONCE = 1000;

/** Where pictures lie, and the signed URLs that lead to one each. Objects are sealed by who puts them: see `keep.ts`. */
export interface Media {
  put(key: string, sealed: Uint8Array): Promise<void>;
  /** Null once the object is gone. */
  get(key: string): Promise<Uint8Array | null>;
  delete(...keys: readonly string[]): Promise<void>;
  /** Signs a path of ours, for GET. */
  sign(path: string, now: number): Promise<SignedUrl>;
  /** Whether the signature is ours, for this path and until `expires` (Unix seconds), and `now` is before that. */
  verify(link: { path: string; expires: string; signature: string }, now: number): Promise<boolean>;
}

export interface SignedUrl {
  readonly url: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/**
 * Media in an R2 bucket. URLs are signed by HMAC-SHA256 with a key that is derived from the data key, so that a new data
 * key ends every URL.
 */
export async function openMedia(bucket: ObjectStore, dataKey: Uint8Array, publicUrl: string): Promise<Media> {
  const key = await signingKey(dataKey);
  return {
    async put(object, sealed) {
      await bucket.put(object, sealed);
    },
    async get(object) {
      const found = await bucket.get(object);
      return found === null ? null : new Uint8Array(await found.arrayBuffer());
    },
    async delete(...objects) {
      for (let at = 0; at < objects.length; at += DELETED_AT_ONCE) {
        await bucket.delete(objects.slice(at, at + DELETED_AT_ONCE));
      }
    },
    async sign(path, now) {
      const expires = Math.floor(now / 1000) + MEDIA_URL_TTL_S;
      const mac = await crypto.subtle.sign("HMAC", key, signedText(path, String(expires)));
      const url = new URL(path, publicUrl);
      url.searchParams.set("expires", String(expires));
      url.searchParams.set("signature", hex(new Uint8Array(mac)));
      return { url: url.href, expiresAt: expires * 1000 };
    },
    async verify({ path, expires, signature }, now) {
      const mac = fromHex(signature);
      if (mac === null || !(Number(expires) * 1000 > now)) return false;
      return crypto.subtle.verify("HMAC", key, mac, signedText(path, expires));
    },
  };
}

async function signingKey(dataKey: Uint8Array) {
  const material = await crypto.subtle.importKey("raw", dataKey, "HKDF", false, ["deriveKey"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: new TextEncoder().encode("selfsame media url"),
  };
  return crypto.subtle.deriveKey(
    derivation,
    material,
    { name: "HMAC", hash: "SHA-256", length: 256 },
    false,
    ["sign", "verify"],
  );
}

function signedText(path: string, expires: string): Uint8Array {
  return new TextEncoder().encode(`GET\n${path}\n${expires}`);
}

function fromHex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})+$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
