import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { deliveries, deliveryAttempts, events, webhookEndpoints } from "../../drizzle/schema/webhooks.ts";
import type { Scope } from "../scope.ts";
import { commit, type Database, type Statement } from "./batch.ts";

/** A delivery under our lease; what is written about it later is fenced by `leaseId`. */
export interface Claim extends Scope {
  readonly eventId: string;
  readonly endpointId: string;
  readonly leaseId: string;
}

export type Job = NonNullable<Awaited<ReturnType<typeof claimDue>>>;

const inScope = (scope: Scope) =>
  and(eq(deliveries.tenantId, scope.tenantId), eq(deliveries.mode, scope.mode));

const held = (claim: Claim) =>
  and(
    inScope(claim),
    eq(deliveries.eventId, claim.eventId),
    eq(deliveries.endpointId, claim.endpointId),
    eq(deliveries.leaseId, claim.leaseId),
  );

const unleased = (now: number) => or(isNull(deliveries.leaseUntil), lte(deliveries.leaseUntil, now));

const endpointIsEnabled = sql`exists (select 1 from ${webhookEndpoints} where ${webhookEndpoints.id} = ${deliveries.endpointId} and ${webhookEndpoints.state} = 'enabled' and ${webhookEndpoints.deletedAt} is null)`;

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
  return db.insert(deliveries).select(rows);
}

/** One delivery for each enabled endpoint of the scope that selected the type. */
export function insertDeliveriesForEvent(
  db: Database,
  scope: Scope,
  event: { eventId: string; type: string; now: number },
): Statement {
  const selected = sql`instr(${webhookEndpoints.eventTypes}, ${`,${event.type},`}) > 0`;
  return insertDeliveries(db, scope, event, selected);
}

/** One delivery to one endpoint, whatever types it selected. */
export function insertDeliveryTo(
  db: Database,
  scope: Scope,
  endpointId: string,
  event: { eventId: string; now: number },
): Statement {
  return insertDeliveries(db, scope, event, eq(webhookEndpoints.id, endpointId));
}

/**
 * Claims the delivery that has been due for longest and returns it with what sending needs, or null when none is due.
 * Not scoped: the dispatcher serves every tenant. An endpoint has at most `perEndpoint` deliveries under lease, so that
 * a slow one cannot take every lane.
 */
export async function claimDue(
  db: Database,
  claim: { leaseId: string; now: number; leaseUntil: number; perEndpoint: number },
) {
  const { leaseId, now, leaseUntil, perEndpoint } = claim;
  const due = sql`(${deliveries.eventId}, ${deliveries.endpointId}) = (
    select d.event_id, d.endpoint_id from deliveries d
    where d.state = 'pending' and d.next_attempt_at <= ${now} and (d.lease_until is null or d.lease_until <= ${now})
      and (select count(*) from deliveries busy where busy.tenant_id = d.tenant_id and busy.mode = d.mode
        and busy.endpoint_id = d.endpoint_id and busy.state = 'pending' and busy.lease_until > ${now}) < ${perEndpoint}
    order by d.next_attempt_at limit 1)`;
  const [, jobs] = await db.batch([
    db.update(deliveries).set({ leaseId, leaseUntil }).where(due),
    db
      .select({ delivery: deliveries, event: events, endpoint: webhookEndpoints })
      .from(deliveries)
      .innerJoin(events, sameScope(events, deliveries.eventId))
      .innerJoin(webhookEndpoints, sameScope(webhookEndpoints, deliveries.endpointId))
      .where(and(eq(deliveries.leaseId, leaseId), eq(deliveries.state, "pending"))),
  ]);
  const job = jobs[0];
  return job === undefined ? null : { ...job, claim: { ...job.delivery, leaseId } satisfies Claim };
}

function sameScope(
  table: typeof events | typeof webhookEndpoints,
  id: typeof deliveries.eventId | typeof deliveries.endpointId,
) {
  return and(eq(table.id, id), eq(table.tenantId, deliveries.tenantId), eq(table.mode, deliveries.mode));
}

export interface AttemptRow {
  readonly n: number;
  readonly at: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly latencyMs: number;
  readonly responseExcerpt: string | null;
}

/** Where a delivery goes after an attempt. */
export type Afterwards =
  | { readonly state: "delivered" }
  | { readonly state: "pending"; readonly nextAttemptAt: number }
  | { readonly state: "dead"; readonly reason: "exhausted" | "gone" };

/** Records an attempt and where the delivery goes from there; writes nothing when the lease was lost meanwhile. */
export async function recordAttempt(
  db: Database,
  claim: Claim,
  attempt: AttemptRow,
  outcome: Afterwards,
  now: number,
): Promise<void> {
  const row = db
    .select({
      eventId: deliveries.eventId,
      endpointId: deliveries.endpointId,
      n: sql<number>`${attempt.n}`.as("n"),
      tenantId: deliveries.tenantId,
      mode: deliveries.mode,
      at: sql<number>`${attempt.at}`.as("at"),
      status: sql<number | null>`${attempt.status}`.as("status"),
      error: sql<string | null>`${attempt.error}`.as("error"),
      latencyMs: sql<number>`${attempt.latencyMs}`.as("latency_ms"),
      responseExcerpt: sql<string | null>`${attempt.responseExcerpt}`.as("response_excerpt"),
      ofReplay: sql<boolean>`${deliveries.replayedAfter} > 0`.as("of_replay"),
    })
    .from(deliveries)
    .where(held(claim));
  await commit(db, [
    db.insert(deliveryAttempts).select(row),
    db
      .update(deliveries)
      .set({ attempts: attempt.n, ...afterwards(outcome, now), leaseId: null, leaseUntil: null })
      .where(held(claim)),
    dropPending(db, claim, claim.endpointId, now),
  ]);
}

function afterwards(outcome: Afterwards, now: number): Partial<typeof deliveries.$inferInsert> {
  switch (outcome.state) {
    case "delivered":
      return { state: "delivered", nextAttemptAt: null };
    case "pending":
      return { state: "pending", nextAttemptAt: outcome.nextAttemptAt };
    case "dead":
      return { state: "dead", deadReason: outcome.reason, deadAt: now, nextAttemptAt: null };
  }
}

/** Ends a claimed delivery without an attempt. */
export async function abandon(
  db: Database,
  claim: Claim,
  reason: "endpoint_disabled" | "erased",
  now: number,
): Promise<void> {
  await db
    .update(deliveries)
    .set({
      state: "dead",
      deadReason: reason,
      deadAt: now,
      nextAttemptAt: null,
      leaseId: null,
      leaseUntil: null,
    })
    .where(held(claim));
}

/**
 * Moves what still waits for an endpoint that is disabled or deleted to the dead letters. A delivery under lease is
 * being sent: its own record decides, and drops it in the same batch when it would have to wait again.
 */
export function dropPending(db: Database, scope: Scope, endpointId: string, now: number): Statement {
  return db
    .update(deliveries)
    .set({ state: "dead", deadReason: "endpoint_disabled", deadAt: now, nextAttemptAt: null })
    .where(
      and(
        inScope(scope),
        eq(deliveries.endpointId, endpointId),
        eq(deliveries.state, "pending"),
        unleased(now),
        sql`not ${endpointIsEnabled}`,
      ),
    );
}

/** Makes dead letters of an enabled endpoint due again, all or one; returns their event ids. Erased ones stay dead. */
export async function replayDead(
  db: Database,
  scope: Scope,
  endpointId: string,
  eventId: string | undefined,
  now: number,
): Promise<string[]> {
  const rows = await db
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
    .returning({ eventId: deliveries.eventId });
  return rows.map((row) => row.eventId);
}
