import { listDecidedWithMedia } from "../../store/verifications/decided-media.ts";
import { forgetErased, forgetPending, listUnsettled } from "../../store/verifications/media-objects.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";
import { eraseDecidedMedia, eraseObjects } from "../commit/erase-media.ts";

/** Longer than any call: pictures that are still pending then belong to a crashed call. */
const PENDING_MS = 60 * 60 * 1000;

/** A page can tell for this long that pictures were erased. */
const REMEMBERED_MS = 90 * 24 * 60 * 60 * 1000;

/** Items of each kind of work in one sweep; the next sweep goes on. */
const PER_SWEEP = 500;

/**
 * Continues the work that crashes left: objects that no result shows, deletions that were cut short,
 * decisions without their erasure.
 */
export async function sweepMedia(ctx: Context): Promise<void> {
  const { services, now } = ctx;
  const { db, media } = services;
  const abandoned = await listUnsettled(db, "pending", { before: now - PENDING_MS, limit: PER_SWEEP });
  if (abandoned.length > 0 && media !== null) {
    await media.delete(...abandoned);
    await commit(ctx, { statements: [forgetPending(db, abandoned)] });
  }
  for (const { scope, verificationId } of await listDecidedWithMedia(db, PER_SWEEP)) {
    await eraseDecidedMedia(services, scope, verificationId, now);
  }
  await eraseObjects(services, await listUnsettled(db, "erasing", { before: now, limit: PER_SWEEP }));
  await commit(ctx, { statements: [forgetErased(db, now - REMEMBERED_MS)] });
}
