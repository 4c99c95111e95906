import { outage, within } from "../core/outage.ts";
import { deriveKey, KEY_LABELS } from "../crypto/derived-key.ts";
import { hmacHex, sameText } from "../crypto/hashing.ts";
import type { ObjectStore } from "../platform/ports.ts";

/** Lifetime of a media URL in seconds (contract §7.6). */
const MEDIA_URL_TTL_S = 15 * 60;

/** R2's limit of keys per deletion. */
const DELETED_AT_ONCE = 1000;

/** Timeout of one call of the object store, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * The object store of images, and the signed URLs of single images. The caller of `put` encrypts the object:
 * see `operations/keep-media.ts`.
 */
export interface Media {
  put(key: string, encrypted: Uint8Array): Promise<void>;
  /** Null for a deleted object. */
  get(key: string): Promise<Uint8Array | null>;
  delete(...keys: readonly string[]): Promise<void>;
  /** Signs a path of this service for GET. */
  sign(path: string, now: number): Promise<SignedUrl>;
  /**
   * Whether this service signed the link for this path and this expiry (Unix seconds), and `now` is before
   * the expiry.
   */
  verify(link: { path: string; expires: string; signature: string }, now: number): Promise<boolean>;
}

interface SignedUrl {
  readonly url: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** Media in an R2 bucket. URLs are signed by HMAC-SHA256 with a key derived from the service's key. */
export async function openMedia(
  bucket: ObjectStore,
  serviceKey: Uint8Array,
  publicUrl: string,
): Promise<Media> {
  const signer = await deriveKey(serviceKey, KEY_LABELS.mediaUrls);
  return {
    async put(object, encrypted) {
      await answered(bucket.put(object, encrypted), "it does not write");
    },
    async get(object) {
      const read = async () => (await bucket.get(object))?.arrayBuffer() ?? null;
      const content = await answered(read(), "it does not read");
      return content === null ? null : new Uint8Array(content);
    },
    async delete(...objects) {
      for (let at = 0; at < objects.length; at += DELETED_AT_ONCE) {
        await answered(bucket.delete(objects.slice(at, at + DELETED_AT_ONCE)), "it does not delete");
      }
    },
    async sign(path, now) {
      const expires = Math.floor(now / 1000) + MEDIA_URL_TTL_S;
      const url = new URL(path, publicUrl);
      url.searchParams.set("expires", String(expires));
      url.searchParams.set("signature", await hmacHex(signer, signedText(path, String(expires))));
      return { url: url.href, expiresAt: expires * 1000 };
    },
    async verify({ path, expires, signature }, now) {
      if (!(Number(expires) * 1000 > now)) return false;
      return sameText(await hmacHex(signer, signedText(path, expires)), signature);
    },
  };
}

/** The object store's answer; 503 `service_unavailable` for a call that fails or takes too long. */
async function answered<T>(call: Promise<T>, why: string): Promise<T> {
  const refusal = (how: string, isUncertain: boolean, cause?: unknown) =>
    outage("object_store", `${why}: ${how}`, {
      message: "The store of images does not answer.",
      isUncertain,
      cause,
    });
  const failed = (cause: unknown) => {
    throw refusal("the call fails, as with a full disk", false, cause);
  };
  return within(PATIENCE_MS, call.catch(failed), () => refusal("the call takes too long", true));
}

const signedText = (path: string, expires: string) => `GET\n${path}\n${expires}`;
