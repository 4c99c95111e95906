import { listKeptPages, sweptTo } from "../store/verifications/decided-media.ts";
import {
  eraseUnreviewed,
  forgetPending,
  listUnsettled,
  notePending,
} from "../store/verifications/media-objects.ts";
import { commit } from "./commit/commit.ts";
import { auditEntry, type Context, type ScopeContext } from "./commit/context.ts";
import { eraseEndedMedia, eraseObjects } from "./commit/erase-media.ts";

/**
 * Longer than any call. Images belong to a crashed call if they are pending for so long, and again for as
 * long after the first sweep noticed them: after one sweep alone, a clock that was set forward might have
 * made them old.
 */
const PENDING_MS = 60 * 60 * 1000;

/** Items of each kind of work in one sweep; the next sweep continues. */
const PER_SWEEP = 500;

/** Tenants whose earlier decisions one sweep processes. */
const TENANTS = 10;

/**
 * Continues the work that crashes left: objects that no result shows, interrupted deletions. Also erases the
 * images of earlier decisions of tenants that have just requested it, and images for reviews that were not
 * made in time.
 */
export async function sweepMedia(ctx: Context): Promise<void> {
  const { services, now } = ctx;
  const { db, media } = services;
  const old = { before: now - PENDING_MS, limit: PER_SWEEP };
  await commit(ctx, { statements: [notePending(db, old, now)] });
  const abandoned = await listUnsettled(db, "pending", { ...old, noted: old.before });
  if (abandoned.length > 0 && media !== null) {
    await media.delete(...abandoned);
    await commit(ctx, { statements: [forgetPending(db, abandoned)] });
  }
  for (const page of await listKeptPages(db, { tenants: TENANTS, limit: PER_SWEEP / TENANTS })) {
    for (const { scope, verificationId } of page.decided) {
      await eraseEndedMedia(services, scope, verificationId, now);
    }
    await commit(ctx, { statements: [sweptTo(db, page)] });
  }
  await commit(ctx, { statements: [eraseUnreviewed(db, now, PER_SWEEP)] });
  await eraseObjects(services, await listUnsettled(db, "erasing", { before: now, limit: PER_SWEEP }));
}

/** Audits that a member viewed this number of images of a verification or result, `target`. */
export async function logMediaView(
  ctx: ScopeContext,
  { target, images }: { readonly target: string; readonly images: number },
): Promise<void> {
  const entry = auditEntry(ctx, { action: "media.view", target, after: { images } });
  await commit(ctx, { statements: [], audit: [entry] });
}
