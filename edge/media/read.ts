import type { Vault } from "../crypto/vault.ts";
import type { Scope } from "../scope.ts";
import type { Database } from "../store/batch.ts";
import { findObject } from "../store/verifications/media-objects.ts";
import { sealedFor } from "./kept.ts";
import type { Media } from "./media.ts";

/** Where an object is loaded by its signed URL. */
export const mediaPath = (objectKey: string) => `/media/${objectKey}`;

/**
 * The headers of every picture: no cache keeps a copy, and no browser takes the picture for a page or runs
 * it.
 */
export const PICTURE_HEADERS = {
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
} as const;

/**
 * Opens a tenant's object, in memory only; null once it was deleted, or where it is of another mode than is
 * named.
 */
export async function openPicture(
  { db, media, vault }: { readonly db: Database; readonly media: Media; readonly vault: Vault },
  scope: Pick<Scope, "tenantId"> & Partial<Scope>,
  objectKey: string,
): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly mediaType: string } | null> {
  const row = await findObject(db, scope, objectKey);
  const sealed = row === undefined ? null : await media.get(objectKey);
  if (row === undefined || sealed === null) return null;
  const content = await vault.open(scope, sealedFor(row.kind, objectKey), sealed);
  return { content: new Uint8Array(content), mediaType: row.mediaType };
}
