import { and, eq, inArray, sql } from "drizzle-orm";
import { deliveries, deliveryAttempts, events, webhookEndpoints } from "../../../drizzle/schema/webhooks.ts";
import type { Scope } from "../../core/scope.ts";
import { commit, type Database, type Statement } from "../batch.ts";
import { deadLetter, dropWaiting } from "./deliveries.ts";

/** A delivery under one of our leases; `leaseId` fences every later write. */
interface Claim extends Scope {
  readonly eventId: string;
  readonly endpointId: string;
  readonly leaseId: string;
}

export type Job = Awaited<ReturnType<typeof claimDue>>[number];

const underLease = (claim: Claim) =>
  and(
    eq(deliveries.tenantId, claim.tenantId),
    eq(deliveries.mode, claim.mode),
    eq(deliveries.eventId, claim.eventId),
    eq(deliveries.endpointId, claim.endpointId),
    eq(deliveries.leaseId, claim.leaseId),
  );

// The indexes cover pending or leased rows only; SQLite uses them only for a query with the same literal
// text.
const isPending = sql`state = 'pending'`;
const isDue = (now: number) =>
  sql`${isPending} and next_attempt_at <= ${now} and (lease_until is null or lease_until <= ${now})`;

interface QueueRow {
  readonly endpointId: string;
  readonly host: string;
  readonly due: number;
  readonly oldestDueAt: number;
}

/**
 * The endpoints with due deliveries, and the time of the next delivery of any endpoint (null: no delivery
 * waits). Not scoped: the dispatcher serves every tenant. Walks from endpoint to endpoint by an index,
 * whatever the length of their queues, and counts at most `most` deliveries of each.
 */
export async function readQueues(
  db: Database,
  { now, most }: { now: number; most: number },
): Promise<{ queues: QueueRow[]; nextDueAt: number | null }> {
  const ofEndpoint = sql`deliveries indexed by deliveries_waiting where endpoint_id = w.id and ${isDue(now)}`;
  const [queues, [next]] = await db.batch([
    db.all<QueueRow>(sql`
      with recursive waiting(id) as (
        select min(endpoint_id) from deliveries where ${isPending}
        union all
        select (select min(endpoint_id) from deliveries where ${isPending} and endpoint_id > waiting.id)
        from waiting where waiting.id is not null)
      select w.id as "endpointId", (select host from webhook_endpoints where id = w.id) as host,
        (select count(*) from (select 1 from ${ofEndpoint} limit ${most})) as due,
        (select next_attempt_at from ${ofEndpoint} order by next_attempt_at limit 1) as "oldestDueAt"
      from waiting w where w.id is not null and due > 0`),
    db.all<{ nextDueAt: number | null }>(sql`
      select min(at) as "nextDueAt" from (
        select min(next_attempt_at) as at from deliveries where ${isPending} and next_attempt_at > ${now}
        union all
        select min(lease_until) from deliveries where lease_id is not null and lease_until > ${now})`),
  ]);
  return { queues, nextDueAt: next?.nextDueAt ?? null };
}

/**
 * Since when the longest-waiting delivery has been due, or when the next one will be; null if none waits. Not
 * scoped: it measures how late the deployment's deliveries are.
 */
export async function oldestWaiting(db: Database): Promise<number | null> {
  const [row] = await db.all<{ at: number | null }>(
    sql`select min(next_attempt_at) as at from deliveries where ${isPending}`,
  );
  return row?.at ?? null;
}

/**
 * Claims due deliveries of each endpoint up to its quota, longest waiting first, and returns them with all
 * the data for sending. No endpoint, and no host with all its endpoints, ever has more than `most` deliveries
 * under lease over all senders.
 */
export async function claimDue(
  db: Database,
  quotas: ReadonlyMap<string, number>,
  claim: {
    leaseId: string;
    now: number;
    leaseUntil: number;
    most: { readonly perEndpoint: number; readonly perHost: number };
  },
) {
  const { leaseId, now, leaseUntil, most } = claim;
  // From the leases to their endpoints: there are few active leases, but a host may have many endpoints.
  const underLease = sql`from deliveries d indexed by deliveries_leased
        cross join webhook_endpoints e on e.id = d.endpoint_id
        where d.lease_id is not null and d.lease_until > ${now}`;
  const claims = [...quotas].map(([endpointId, take]) =>
    db
      .update(deliveries)
      .set({ leaseId, leaseUntil })
      .where(sql`(event_id, endpoint_id) in (
      select event_id, endpoint_id from deliveries where endpoint_id = ${endpointId} and ${isDue(now)}
      order by next_attempt_at, event_id
      limit max(0, min(${take},
        ${most.perEndpoint} - (select count(*) ${underLease} and d.endpoint_id = ${endpointId}),
        ${most.perHost} - (select count(*) ${underLease} and e.host =
          (select host from webhook_endpoints where id = ${endpointId})))))`),
  );
  const claimed = db
    .select({ delivery: deliveries, event: events, endpoint: webhookEndpoints })
    .from(deliveries)
    .innerJoin(events, sameScope(events, deliveries.eventId))
    .innerJoin(webhookEndpoints, sameScope(webhookEndpoints, deliveries.endpointId))
    .where(
      and(
        sql`lease_id is not null`,
        eq(deliveries.leaseId, leaseId),
        inArray(deliveries.endpointId, [...quotas.keys()]),
      ),
    );
  const answers = await commit(db, [...claims, claimed]);
  const jobs = answers.at(-1) as Awaited<typeof claimed>;
  return jobs.map((job) => ({ ...job, claim: { ...job.delivery, leaseId } satisfies Claim }));
}

function sameScope(
  table: typeof events | typeof webhookEndpoints,
  id: typeof deliveries.eventId | typeof deliveries.endpointId,
) {
  // The unary `+` keeps SQLite from beginning with the endpoint and all of its deliveries.
  return and(
    eq(table.id, id),
    sql`${table.tenantId} = +${deliveries.tenantId}`,
    sql`${table.mode} = +${deliveries.mode}`,
  );
}

interface AttemptRow {
  readonly n: number;
  readonly at: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly latencyMs: number;
  readonly responseExcerpt: string | null;
}

/** The state of a delivery after an attempt. */
export type DeliveryOutcome =
  | { readonly state: "delivered" }
  | { readonly state: "pending"; readonly nextAttemptAt: number }
  | { readonly state: "dead"; readonly reason: "exhausted" | "gone" };

/** Records an attempt and the delivery's next state. Writes nothing when the lease was lost meanwhile. */
export function recordAttempt(
  db: Database,
  claim: Claim,
  attempt: AttemptRow,
  outcome: DeliveryOutcome,
  now: number,
): Statement[] {
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
    .where(underLease(claim));
  return [
    db.insert(deliveryAttempts).select(row),
    db
      .update(deliveries)
      .set({ attempts: attempt.n, ...columnsAfter(outcome, now), leaseId: null, leaseUntil: null })
      .where(underLease(claim)),
    ...(outcome.state === "pending" ? [dropWaiting(db, claim, claim, now)] : []),
  ];
}

function columnsAfter(outcome: DeliveryOutcome, now: number): Partial<typeof deliveries.$inferInsert> {
  switch (outcome.state) {
    case "delivered":
      return { state: "delivered", nextAttemptAt: null };
    case "pending":
      return { state: "pending", nextAttemptAt: outcome.nextAttemptAt };
    case "dead":
      return deadLetter(outcome.reason, now);
  }
}

/** Ends a claimed delivery without an attempt. */
export function abandon(
  db: Database,
  claim: Claim,
  reason: "endpoint_disabled" | "erased",
  now: number,
): Statement {
  return db.update(deliveries).set(deadLetter(reason, now)).where(underLease(claim));
}
