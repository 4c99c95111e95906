import type { MediaKind, StoreMedia } from "../../vocabulary/enumerations.ts";
import { DAY_MS } from "../core/clock.ts";
import type { Scope } from "../core/scope.ts";
import type { Vault } from "../crypto/vault.ts";
import type { Database } from "../store/batch.ts";
import { findObject, findShown } from "../store/verifications/media-objects.ts";
import type { Media } from "./media.ts";

/** The kinds of image that each level of `store_media` keeps (contract §3.5). */
export const KEPT_KINDS: Readonly<Record<StoreMedia, readonly MediaKind[]>> = {
  none: [],
  portrait: ["portrait"],
  evidence: ["document", "portrait", "live_frame", "original"],
};

/**
 * The kinds of image that a review needs. Every policy can lead to a review, so a verification keeps them
 * until its end, whatever its level keeps (contract §3.11).
 */
export const REVIEW_KINDS: readonly MediaKind[] = ["document", "portrait", "live_frame", "challenge_frame"];

const REVIEW_MS = 30 * DAY_MS;

/** When a verification's images for a review end at the latest, in milliseconds since the epoch. */
export const reviewEnd = ({ expiresAt }: { readonly expiresAt: number }): number => expiresAt + REVIEW_MS;

/** The encryption context: the object opens with no other key and as no other kind. */
export const encryptionContext = (kind: MediaKind, key: string) => `${kind}:${key}`;

/** The formats of uploads (contract §4.1), recognised by their first bytes. */
const SIGNATURES = [
  { type: "image/jpeg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: "image/png", at: 0, bytes: [0x89, 0x50, 0x4e, 0x47] },
  // RIFF, a length of four bytes, WEBP.
  { type: "image/webp", at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
] as const;

const signatureOf = (content: Uint8Array) =>
  SIGNATURES.find(({ at, bytes }) => bytes.every((byte, i) => content[at + i] === byte));

/** Whether a file begins as an image of an accepted format does. */
export const isImage = (content: Uint8Array): boolean => signatureOf(content) !== undefined;

/** The media type of an image. Throws for formats that are rejected as `unsupported_image_type`. */
export function mediaTypeOf(content: Uint8Array): (typeof SIGNATURES)[number]["type"] {
  const found = signatureOf(content);
  if (found === undefined) throw new Error("An image of an unknown format is not kept.");
  return found.type;
}

/** The path of an object's signed URL. */
export const mediaPath = (objectKey: string) => `/media/${objectKey}`;

/** The headers of every image: no cache stores it, and no browser renders it as a page or runs it. */
export const PICTURE_HEADERS = {
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
} as const;

interface OpenedImage {
  readonly content: Uint8Array<ArrayBuffer>;
  /**
   * Header of the answer that serves it. A browser saves an original and does not show it: it is not the
   * image that was judged.
   */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Opens a tenant's object, in memory only; null for a deleted object, and for an object of another mode than
 * the given one.
 */
export async function openImage(
  { db, media, vault }: { readonly db: Database; readonly media: Media; readonly vault: Vault },
  scope: Pick<Scope, "tenantId"> & Partial<Scope>,
  objectKey: string,
): Promise<OpenedImage | null> {
  const row = await findObject(db, scope, objectKey);
  const encrypted = row === undefined ? null : await media.get(objectKey);
  if (row === undefined || encrypted === null) return null;
  const content = await vault.open(scope, encryptionContext(row.kind, objectKey), encrypted);
  const headers =
    row.kind === "original"
      ? { "Content-Type": "application/octet-stream", "Content-Disposition": "attachment" }
      : { "Content-Type": row.mediaType };
  return { content: new Uint8Array(content), headers: { ...PICTURE_HEADERS, ...headers } };
}

/**
 * `portrait` and `portrait_expires_at` of an OCR result (contract §7.6), freshly signed; an empty object when
 * no portrait is kept.
 */
export async function linkPortrait(
  { db, media }: { readonly db: Database; readonly media: Media | null },
  scope: Scope,
  ocrId: string,
  now: number,
): Promise<{ portrait?: string; portrait_expires_at?: string }> {
  const row = media === null ? undefined : await findShown(db, scope, ocrId, "portrait");
  if (media === null || row === undefined) return {};
  const { url, expiresAt } = await media.sign(mediaPath(row.objectKey), now);
  return { portrait: url, portrait_expires_at: new Date(expiresAt).toISOString() };
}
