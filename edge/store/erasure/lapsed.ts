import { and, asc, type Column, inArray, lte, type SQL, sql } from "drizzle-orm";
import { handoffs, links, withdrawals } from "../../../drizzle/schema/capture.ts";
import { credentialRequests } from "../../../drizzle/schema/credentials.ts";
import {
  attemptCounts,
  invitations,
  userChallenges,
  userSessions,
} from "../../../drizzle/schema/dashboard.ts";
import { idempotencyKeys } from "../../../drizzle/schema/idempotency.ts";
import { listItems } from "../../../drizzle/schema/lists.ts";
import { mediaObjects } from "../../../drizzle/schema/media.ts";
import { faceTemplates, ocrResults } from "../../../drizzle/schema/results.ts";
import { tallies } from "../../../drizzle/schema/tallies.ts";
import { apiKeys, sessionTokens, usageReservations } from "../../../drizzle/schema/tenants.ts";
import { challenges, verificationRevisions } from "../../../drizzle/schema/verifications.ts";
import { deliveries, deliveryAttempts, events, webhookEndpoints } from "../../../drizzle/schema/webhooks.ts";
import { DAY_MS } from "../../core/clock.ts";
import type { Database, Statement } from "../batch.ts";

/**
 * Rows that can be deleted some days after an indexed time, so that a sweep finds the oldest first and reads
 * no others.
 */
const LAPSES = [
  { table: sessionTokens, at: sessionTokens.expiresAt, days: 1 },
  { table: links, at: links.expiresAt, days: 1 },
  // As long as a verification may be open, since the calls count towards it (contract §13.5.5).
  { table: handoffs, at: handoffs.expiresAt, days: 7 },
  { table: withdrawals, at: withdrawals.expiresAt, days: 0 },
  { table: challenges, at: challenges.expiresAt, days: 1 },
  { table: credentialRequests, at: credentialRequests.expiresAt, days: 0 },
  { table: idempotencyKeys, at: idempotencyKeys.expiresAt, days: 0 },
  { table: usageReservations, at: usageReservations.until, days: 0 },
  { table: userSessions, at: userSessions.expiresAt, days: 0 },
  { table: userChallenges, at: userChallenges.expiresAt, days: 0 },
  { table: attemptCounts, at: attemptCounts.endsAt, days: 0 },
  { table: invitations, at: invitations.expiresAt, days: 30 },
  { table: listItems, at: listItems.expiresAt, days: 0 },
  { table: apiKeys, at: apiKeys.revokedAt, days: 90 },
  { table: apiKeys, at: apiKeys.expiresAt, days: 90 },
  // Until then a repeated deletion answers 204, afterwards 404 (contract §8.6).
  { table: ocrResults, at: ocrResults.deletedAt, days: 90 },
  // By then every index in memory has applied the deletion.
  { table: faceTemplates, at: faceTemplates.deletedAt, days: 90 },
  // Until then a page can show that images were erased.
  { table: mediaObjects, at: mediaObjects.erasedAt, days: 90, when: sql`${mediaObjects.state} = 'erased'` },
] as const satisfies readonly Lapse[];

interface Lapse {
  readonly table: Parameters<Database["delete"]>[0];
  readonly at: Column;
  readonly days: number;
  /** Equal to the condition of the partial index. */
  readonly when?: SQL;
}

/** Statistics of more than a year ago are shown nowhere. */
const TALLIED_DAYS = 400;

/**
 * For the scheduled sweep only, over all tenants: statements that each delete at most `limit` expired rows,
 * oldest first.
 */
export function forgetLapsed(db: Database, now: number, limit: number): Statement[] {
  const oldestDay = new Date(now - TALLIED_DAYS * DAY_MS).toISOString().slice(0, 10);
  return [
    ...LAPSES.map((lapse) => forget(db, lapse, now - lapse.days * DAY_MS, limit)),
    forget(db, { table: tallies, at: tallies.day }, oldestDay, limit),
  ];
}

function forget(
  db: Database,
  { table, at, when }: Omit<Lapse, "days">,
  until: number | string,
  limit: number,
): Statement {
  const rowid = sql`${table}.rowid`;
  const bound = at.dataType === "date" ? new Date(until) : until;
  const oldest = db
    .select({ rowid })
    .from(table)
    .where(and(lte(at, bound), when))
    .orderBy(asc(at))
    .limit(limit);
  return db.delete(table).where(inArray(rowid, oldest));
}

/** How long remains of erased rows are kept: an emptied event, a verification's changes. */
const REMAINS_DAYS = 30;

/**
 * For the scheduled sweep only, over all tenants: deletes remains of things that were erased some time ago,
 * at most `limit` of each kind at once. In the order of execution: the last of an event's or an endpoint's
 * statements deletes the row that the others find theirs by.
 */
export function forgetErased(db: Database, now: number, limit: number): Statement[] {
  const before = now - REMAINS_DAYS * DAY_MS;
  return [
    ...forgetEvents(db, before, limit),
    ...forgetEndpoint(db, before, limit),
    forgetRevisions(db, before, limit),
  ];
}

/** Emptied events with their deliveries and attempts. */
function forgetEvents(db: Database, before: number, limit: number): Statement[] {
  const emptied = sql`(select ${events.id} from ${events} where ${events.erasedAt} <= ${before} order by ${events.erasedAt} limit ${limit})`;
  return [
    db.delete(deliveryAttempts).where(sql`${deliveryAttempts.eventId} in ${emptied}`),
    db.delete(deliveries).where(sql`${deliveries.eventId} in ${emptied}`),
    db.delete(events).where(sql`${events.id} in ${emptied}`),
  ];
}

/** The endpoint that was deleted first: some of its deliveries, and its row once it has none left. */
function forgetEndpoint(db: Database, before: number, limit: number): Statement[] {
  const first = (column: SQL) =>
    sql`(select ${column} from ${webhookEndpoints} where ${webhookEndpoints.deletedAt} <= ${before} order by ${webhookEndpoints.deletedAt} limit 1)`;
  const [tenantId, mode, id] = [sql`tenant_id`, sql`mode`, sql`id`].map(first) as [SQL, SQL, SQL];
  const ofFirst = sql`${deliveries.tenantId} = ${tenantId} and ${deliveries.mode} = ${mode} and ${deliveries.endpointId} = ${id}`;
  const some = sql`(select ${deliveries.eventId} from ${deliveries} where ${ofFirst} limit ${limit})`;
  return [
    db
      .delete(deliveryAttempts)
      .where(sql`${deliveryAttempts.eventId} in ${some} and ${deliveryAttempts.endpointId} = ${id}`),
    db.delete(deliveries).where(sql`${deliveries.eventId} in ${some} and ${deliveries.endpointId} = ${id}`),
    db
      .delete(webhookEndpoints)
      .where(
        sql`${webhookEndpoints.id} = ${id} and not exists (select 1 from ${deliveries} where ${ofFirst})`,
      ),
  ];
}

/** The changes of erased verifications. Their present state stays (contract §8.5). */
function forgetRevisions(db: Database, before: number, limit: number): Statement {
  const { verificationId, change, at } = verificationRevisions;
  const erased = sql`(select ${verificationId} from ${verificationRevisions} where ${change} = 'erased' and ${at} <= ${before} order by ${at} limit ${limit})`;
  return db.delete(verificationRevisions).where(sql`${verificationId} in ${erased}`);
}
