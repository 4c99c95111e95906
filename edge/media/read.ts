import type { Scope } from "../core/scope.ts";
import type { Vault } from "../crypto/vault.ts";
import type { Database } from "../store/batch.ts";
import { findObject, findShown } from "../store/verifications/media-objects.ts";
import { sealedFor } from "./kept.ts";
import type { Media } from "./media.ts";

/** The path of an object's signed URL. */
export const mediaPath = (objectKey: string) => `/media/${objectKey}`;

/** The headers of every picture: no cache stores it, and no browser renders it as a page or runs it. */
export const PICTURE_HEADERS = {
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
} as const;

interface OpenedPicture {
  readonly content: Uint8Array<ArrayBuffer>;
  /** Of the answer that serves it. A browser saves an original and shows none: it is not what was judged. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Opens a tenant's object, in memory only; null for a deleted object, and for an object of another mode than
 * the given one.
 */
export async function openPicture(
  { db, media, vault }: { readonly db: Database; readonly media: Media; readonly vault: Vault },
  scope: Pick<Scope, "tenantId"> & Partial<Scope>,
  objectKey: string,
): Promise<OpenedPicture | null> {
  const row = await findObject(db, scope, objectKey);
  const sealed = row === undefined ? null : await media.get(objectKey);
  if (row === undefined || sealed === null) return null;
  const content = await vault.open(scope, sealedFor(row.kind, objectKey), sealed);
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
