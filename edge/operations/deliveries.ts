import { CLOCKS_AGREE_MS } from "../core/clock.ts";
import { ApiError } from "../core/errors.ts";
import { dropPending, hastenQueued, listUnwanted, replayDead } from "../store/webhooks/deliveries.ts";
import { commit } from "./commit/commit.ts";
import { auditEntry, type Context, type ScopeContext } from "./commit/context.ts";
import { enabledEndpoint } from "./endpoints.ts";

/** The most ids of a replay that the audit log lists. It always records their number. */
const LOGGED_IDS = 100;

/**
 * Makes one dead letter, or all of an endpoint's, due again as new attempts of the same event; returns their
 * event ids. Throws 404 `not_found` if the named dead letter cannot be replayed.
 */
export async function replayDeadLetters(
  ctx: ScopeContext,
  { id, eventId }: { readonly id: string; readonly eventId?: string | undefined },
): Promise<{ event_ids: string[] }> {
  const { services, scope, now } = ctx;
  await enabledEndpoint(services.db, scope, id);
  const replayed: string[] = [];
  // Some hundred at once, so that other writers are not blocked.
  for (let isMore = true; isMore; ) {
    const { results } = await commit(ctx, {
      statements: [replayDead(services.db, scope, id, eventId, now)],
    });
    const some = (results[0] as { queuedEvent: string }[]).map(({ queuedEvent }) => queuedEvent);
    replayed.push(...some);
    isMore = eventId === undefined && some.length > 0;
  }
  if (eventId !== undefined && replayed.length === 0) {
    throw new ApiError("not_found", "This endpoint has no such dead letter that could be replayed.");
  }
  // The replay determines which dead letters it made due, so the audit entry follows in a second batch.
  if (replayed.length > 0) {
    const after = { event_ids: replayed.slice(0, LOGGED_IDS), count: replayed.length };
    const entry = auditEntry(ctx, { action: "webhook.replay", target: id, after });
    await commit(ctx, { statements: [], audit: [entry] });
  }
  return { event_ids: replayed };
}

/** Makes deliveries due at once that were queued while a clock was ahead: they would wait until its time. */
export async function rescheduleSkewedDeliveries(ctx: Context): Promise<void> {
  const { services, now } = ctx;
  const statements = [hastenQueued(services.db, { now, queuedAfter: now + CLOCKS_AGREE_MS })];
  await commit(ctx, { statements });
}

/** Endpoints in one sweep; the next one continues. */
const PER_SWEEP = 20;

/**
 * Makes dead letters of deliveries that still wait for disabled endpoints. Disabling an endpoint drops the
 * first of a long queue at once, and this drops the rest.
 */
export async function discardUndeliverable(ctx: Context): Promise<void> {
  const { services, now } = ctx;
  for (const { id, ...scope } of await listUnwanted(services.db, PER_SWEEP)) {
    await commit(ctx, { statements: [dropPending(services.db, scope, id, now)] });
  }
}
