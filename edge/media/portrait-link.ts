import type { Scope } from "../core/scope.ts";
import type { Database } from "../store/batch.ts";
import { findShown } from "../store/verifications/media-objects.ts";
import type { Media } from "./media.ts";
import { mediaPath } from "./read.ts";

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
