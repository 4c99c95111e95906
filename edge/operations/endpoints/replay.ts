import { ApiError } from "../../core/errors.ts";
import { replayDead } from "../../store/webhooks/deliveries.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { enabledEndpoint } from "./existing.ts";

/** The most ids of a replay that the audit log lists. It always gives their number. */
const LOGGED_IDS = 100;

/**
 * Makes one dead letter, or all of an endpoint's, due again as new attempts of the same event; returns their
 * event ids. Throws 404 `not_found` where the named dead letter cannot be replayed.
 */
export async function replayDeadLetters(
  ctx: ScopeContext,
  { id, eventId }: { readonly id: string; readonly eventId?: string | undefined },
): Promise<{ event_ids: string[] }> {
  const { services, scope, now } = ctx;
  await enabledEndpoint(services.db, scope, id);
  const replayed: string[] = [];
  // Some hundred at once, so that other writers have their turn.
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
  // Which dead letters were replayed is known after the replay only, so the entry follows in a second batch.
  if (replayed.length > 0) {
    const after = { event_ids: replayed.slice(0, LOGGED_IDS), count: replayed.length };
    const entry = auditEntry(ctx, { action: "webhook.replay", target: id, after });
    await commit(ctx, { statements: [], audit: [entry] });
  }
  return { event_ids: replayed };
}
