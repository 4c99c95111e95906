import { type SQL, sql } from "drizzle-orm";
import { verificationRevisions } from "../../../drizzle/schema/verifications.ts";
import { deliveries, deliveryAttempts, events, webhookEndpoints } from "../../../drizzle/schema/webhooks.ts";
import type { Database, Statement } from "../batch.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What is left of erased things is told for so long: an emptied event, a verification's changes. */
const TOLD_DAYS = 30;

/**
 * For the scheduled sweep only, over all tenants: deletes what is left of things that were erased some time
 * ago, at most `limit` of each kind at once. In the order of execution: the last of an event's or an
 * endpoint's statements deletes what the others find their rows by.
 */
export function forgetErased(db: Database, now: number, limit: number): Statement[] {
  const before = now - TOLD_DAYS * DAY_MS;
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

/** The endpoint that was deleted first: some of its deliveries, and its row when it has none any more. */
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
