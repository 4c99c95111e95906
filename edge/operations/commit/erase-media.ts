import { ApiError } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import type { Media } from "../../media/media.ts";
import { commit, type Database, type Statement } from "../../store/batch.ts";
import { endedMediaOf, holdMedia } from "../../store/verifications/decided-media.ts";
import {
  beginErasure,
  endErasure,
  listErasing,
  stillShown,
} from "../../store/verifications/media-objects.ts";

interface MediaServices {
  readonly db: Database;
  readonly media: Media | null;
}

/**
 * Throws 503 `service_unavailable` if objects are to be erased and no store is bound: the erasure must not be
 * confirmed then. Call it before the rows are changed.
 */
export function requireStore(media: Media | null, objectKeys: readonly string[]): void {
  if (media === null && objectKeys.length > 0) {
    throw new ApiError("service_unavailable", "The store of images cannot be reached; nothing was erased.");
  }
}

/**
 * Deletes objects whose rows are `erasing`, except those that another result still shows, and ends their
 * erasure. May be repeated; the sweep continues an interrupted erasure.
 */
export async function eraseObjects(
  { db, media }: MediaServices,
  objectKeys: readonly string[],
): Promise<void> {
  if (objectKeys.length === 0) return;
  requireStore(media, objectKeys);
  const shown = await stillShown(db, objectKeys);
  await media?.delete(...objectKeys.filter((key) => !shown.has(key)));
  await commit(db, [endErasure(db, objectKeys)]);
}

/**
 * For the batch that ends a verification, after its other statements: marks for deletion the images that end
 * with it, and keeps those that a contest may need; see `endedMediaOf`.
 */
export function eraseEnded(
  db: Database,
  { scope, verification }: { readonly scope: Scope; readonly verification: { readonly id: string } },
  now: number,
): Statement[] {
  const { ended, held } = endedMediaOf(db, scope, verification.id, now);
  return [holdMedia(db, held, verification.id), beginErasure(db, ended, now)];
}

/**
 * Deletes the images that end with a verification, if it has ended; see `endedMediaOf`. May be repeated; the
 * sweep continues an interrupted erasure.
 */
export async function eraseEndedMedia(
  services: MediaServices,
  scope: Scope,
  verificationId: string,
  now: number,
): Promise<void> {
  const { db } = services;
  await commit(db, eraseEnded(db, { scope, verification: { id: verificationId } }, now));
  await eraseObjects(services, await listErasing(db, scope, verificationId));
}
