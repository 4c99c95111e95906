import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { holdsText } from "../../../drizzle/schema/columns.ts";
import { deliveries, webhookEndpoints } from "../../../drizzle/schema/webhooks.ts";
import type { Scope } from "../../scope.ts";
import type { Database, Statement } from "../batch.ts";

const inScope = (scope: Scope) =>
  and(eq(deliveries.tenantId, scope.tenantId), eq(deliveries.mode, scope.mode));

const unleased = (now: number) => or(isNull(deliveries.leaseUntil), lte(deliveries.leaseUntil, now));

const isEnabled = sql`${webhookEndpoints.id} = ${deliveries.endpointId} and ${webhookEndpoints.state} = 'enabled' and ${webhookEndpoints.deletedAt} is null`;
const endpointIsEnabled = sql`exists (select 1 from ${webhookEndpoints} where ${isEnabled})`;
/**
 * Deliveries that were queued before an endpoint was enabled again are dead letters, unless a sender had
 * leased them.
 */
const endpointWantsIt = sql`exists (select 1 from ${webhookEndpoints} where ${isEnabled} and ${deliveries.queuedAt} >= coalesce(${webhookEndpoints.enabledAt}, 0))`;

/** One delivery, due at once, for each enabled endpoint of the scope that `matching` selects. */
function insertDeliveries(
  db: Database,
  scope: Scope,
  event: { eventId: string; now: number },
  matching: SQL | undefined,
): Statement {
  const rows = db
    .select({
      eventId: sql<string>`${event.eventId}`.as("event_id"),
      endpointId: webhookEndpoints.id,
      tenantId: webhookEndpoints.tenantId,
      mode: webhookEndpoints.mode,
      state: sql<"pending">`'pending'`.as("state"),
      deadReason: sql<null>`null`.as("dead_reason"),
      deadAt: sql<null>`null`.as("dead_at"),
      attempts: sql<number>`0`.as("attempts"),
      replayedAfter: sql<number>`0`.as("replayed_after"),
      nextAttemptAt: sql<number>`${event.now}`.as("next_attempt_at"),
      leaseId: sql<null>`null`.as("lease_id"),
      leaseUntil: sql<null>`null`.as("lease_until"),
      createdAt: sql<number>`${event.now}`.as("created_at"),
      queuedAt: sql<number>`${event.now}`.as("queued_at"),
    })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.tenantId, scope.tenantId),
        eq(webhookEndpoints.mode, scope.mode),
        eq(webhookEndpoints.state, "enabled"),
        isNull(webhookEndpoints.deletedAt),
        matching,
      ),
    );
  return db.insert(deliveries).select(rows).returning({ queuedEvent: deliveries.eventId });
}

/** Whether a batch has queued a delivery, from the results of its statements. */
export const hasQueued = (results: readonly unknown[]): boolean =>
  results.some((rows) => Array.isArray(rows) && rows.some((row: object) => "queuedEvent" in row));

/** Inserts one delivery for each enabled endpoint of the scope that selected the event's type. */
export function insertDeliveriesForEvent(
  db: Database,
  scope: Scope,
  event: { eventId: string; type: string; now: number },
): Statement {
  return insertDeliveries(db, scope, event, holdsText(webhookEndpoints.eventTypes, event.type));
}

/** Inserts one delivery to one endpoint, whatever types the endpoint selected. */
export function insertDeliveryTo(
  db: Database,
  scope: Scope,
  endpointId: string,
  event: { eventId: string; now: number },
): Statement {
  return insertDeliveries(db, scope, event, eq(webhookEndpoints.id, endpointId));
}

/**
 * Makes dead letters of the pending deliveries of an endpoint that is disabled or deleted, or has been since.
 * A delivery under lease is being sent: the batch that records the attempt drops it if it would have to wait
 * again.
 */
export function dropPending(db: Database, scope: Scope, endpointId: string, now: number): Statement {
  return db
    .update(deliveries)
    .set({
      state: "dead",
      deadReason: "endpoint_disabled",
      deadAt: now,
      nextAttemptAt: null,
      leaseId: null,
      leaseUntil: null,
    })
    .where(
      and(
        inScope(scope),
        eq(deliveries.endpointId, endpointId),
        eq(deliveries.state, "pending"),
        unleased(now),
        sql`not ${endpointWantsIt}`,
      ),
    );
}

/**
 * Makes one or all dead letters of an enabled endpoint due again: `hasQueued` is then true. Erased dead
 * letters stay dead.
 */
export function replayDead(
  db: Database,
  scope: Scope,
  endpointId: string,
  eventId: string | undefined,
  now: number,
): Statement {
  return db
    .update(deliveries)
    .set({
      state: "pending",
      deadReason: null,
      deadAt: null,
      nextAttemptAt: now,
      queuedAt: now,
      replayedAfter: sql`${deliveries.attempts}`,
    })
    .where(
      and(
        inScope(scope),
        eq(deliveries.endpointId, endpointId),
        eq(deliveries.state, "dead"),
        eventId === undefined ? undefined : eq(deliveries.eventId, eventId),
        sql`${deliveries.deadReason} <> 'erased'`,
        endpointIsEnabled,
      ),
    )
    .returning({ queuedEvent: deliveries.eventId });
}
