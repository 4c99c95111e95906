import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { holdsText, inScope } from "../../../drizzle/schema/columns.ts";
import { deliveries, webhookEndpoints } from "../../../drizzle/schema/webhooks.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database, Statement } from "../batch.ts";

const unleased = (now: number) => or(isNull(deliveries.leaseUntil), lte(deliveries.leaseUntil, now));

const isEnabled = sql`${webhookEndpoints.id} = ${deliveries.endpointId} and ${webhookEndpoints.state} = 'enabled' and ${webhookEndpoints.deletedAt} is null`;
const endpointIsEnabled = sql`exists (select 1 from ${webhookEndpoints} where ${isEnabled})`;
/**
 * Deliveries that were queued before an endpoint was enabled again are dead letters, unless a sender had
 * leased them. If the time of enabling is in the future, a clock that was ahead wrote it: then no delivery
 * counts as older.
 */
const endpointWantsIt = (now: number) =>
  sql`exists (select 1 from ${webhookEndpoints} where ${isEnabled} and (${deliveries.queuedAt} >= coalesce(${webhookEndpoints.enabledAt}, 0) or ${webhookEndpoints.enabledAt} > ${now}))`;

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
        inScope(webhookEndpoints, scope),
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
 * Maximum deliveries that one statement of these changes, so that it holds the write lock only for a moment.
 */
const PER_STATEMENT = 500;

/**
 * The first matching deliveries of an endpoint. The index is partial, and SQLite uses it only for a condition
 * with the same literal text; otherwise it would read all deliveries of the endpoint.
 */
const firstOf = (scope: Scope, endpointId: string, index: string, matching: SQL) =>
  sql`${inScope(deliveries, scope)} and ${deliveries.endpointId} = ${endpointId} and ${deliveries.eventId} in (select ${deliveries.eventId} from ${deliveries} indexed by ${sql.identifier(index)} where ${inScope(deliveries, scope)} and ${deliveries.endpointId} = ${endpointId} and ${matching} limit ${PER_STATEMENT})`;

type DeadReason = NonNullable<(typeof deliveries.$inferSelect)["deadReason"]>;

/** The columns of a delivery that becomes a dead letter. */
export const deadLetter = (deadReason: DeadReason, now: number) =>
  ({
    state: "dead",
    deadReason,
    deadAt: now,
    nextAttemptAt: null,
    leaseId: null,
    leaseUntil: null,
  }) as const;

/**
 * Makes dead letters of pending deliveries of an endpoint that is disabled or deleted, or has been since: of
 * the first 500, and the sweep continues. A delivery under lease is being sent: the batch that records the
 * attempt drops it if it would have to wait again.
 */
export const dropPending = (db: Database, scope: Scope, endpointId: string, now: number): Statement =>
  db
    .update(deliveries)
    .set(deadLetter("endpoint_disabled", now))
    .where(
      firstOf(
        scope,
        endpointId,
        "deliveries_waiting",
        sql`state = 'pending' and ${unleased(now)} and not ${endpointWantsIt(now)}`,
      ),
    );

/**
 * For the scheduled sweep only: disabled or deleted endpoints for which deliveries still wait. Walks from
 * endpoint to endpoint by an index, whatever the length of their queues.
 */
export function listUnwanted(db: Database, limit: number): Promise<(Scope & { readonly id: string })[]> {
  return db.all(sql`
    with recursive waiting(id) as (
      select min(endpoint_id) from deliveries where state = 'pending'
      union all
      select (select min(endpoint_id) from deliveries where state = 'pending' and endpoint_id > waiting.id)
      from waiting where waiting.id is not null)
    select e.tenant_id as "tenantId", e.mode as mode, e.id as id
    from waiting w join webhook_endpoints e on e.id = w.id
    where e.state <> 'enabled' or e.deleted_at is not null
    limit ${limit}`);
}

/**
 * For the scheduled sweep only: makes deliveries due now whose queue time is in the future, the first 500. A
 * delivery under lease is being sent.
 */
export const hastenQueued = (
  db: Database,
  { now, queuedAfter }: { readonly now: number; readonly queuedAfter: number },
): Statement =>
  db
    .update(deliveries)
    .set({ nextAttemptAt: now, queuedAt: now })
    .where(
      sql`(event_id, endpoint_id) in (select event_id, endpoint_id from deliveries indexed by deliveries_queued where state = 'pending' and queued_at > ${queuedAfter} and lease_id is null limit ${PER_STATEMENT})`,
    )
    .returning({ queuedEvent: deliveries.eventId });

/** Makes a dead letter of one delivery that waits again, unless its endpoint accepts it. */
export const dropWaiting = (
  db: Database,
  scope: Scope,
  { eventId, endpointId }: { readonly eventId: string; readonly endpointId: string },
  now: number,
): Statement =>
  db
    .update(deliveries)
    .set(deadLetter("endpoint_disabled", now))
    .where(
      and(
        inScope(deliveries, scope),
        eq(deliveries.eventId, eventId),
        eq(deliveries.endpointId, endpointId),
        eq(deliveries.state, "pending"),
        unleased(now),
        sql`not ${endpointWantsIt(now)}`,
      ),
    );

/**
 * Makes one dead letter of an enabled endpoint due again, or the first 500: `hasQueued` is then true. Erased
 * dead letters stay dead.
 */
export function replayDead(
  db: Database,
  scope: Scope,
  endpointId: string,
  eventId: string | undefined,
  now: number,
): Statement {
  const ofEvent = eventId === undefined ? sql`` : sql` and ${deliveries.eventId} = ${eventId}`;
  const matching = sql`state = 'dead' and dead_reason <> 'erased'${ofEvent} and ${endpointIsEnabled}`;
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
    .where(firstOf(scope, endpointId, "deliveries_replayable", matching))
    .returning({ queuedEvent: deliveries.eventId });
}
