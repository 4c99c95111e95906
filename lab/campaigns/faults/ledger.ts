import { sql } from "drizzle-orm";
import type { Rig } from "./rig.ts";

/** Errors in the records: each must be 0. */
export interface Ledger {
  /** Results whose answer a caller has, and that are not in the database. */
  readonly "acknowledged and lost": number;
  /** A caller repeats each call until it is answered, so that each result has its answer. */
  readonly "kept twice": number;
  readonly "results without one event": number;
  readonly "results not counted": number;
  /** Units of usage that neither a result nor a failed call explains. */
  readonly "counted for nothing": number;
  /** Events that the receiver has not got within the time for it. */
  readonly "events not received": number;
}

interface Records {
  readonly ledger: Ledger;
  /** Ids of the results that were acknowledged and are not there, and of those that are there twice. */
  readonly lost: readonly string[];
  readonly twice: readonly string[];
}

/** Ids of the tenant's results. */
export async function resultsOf({ db, tenantId }: Rig): Promise<Set<string>> {
  const rows = await db.all<{ id: string }>(sql`select id from ocr_results where tenant_id = ${tenantId}`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Compares the callers' knowledge with the results, events and usage of the tenant, and with the received
 * webhooks.
 */
export async function compare(rig: Rig): Promise<Records> {
  const { db, tenantId, load, receiver } = rig;
  const all = async <Row>(query: ReturnType<typeof sql>) => db.all<Row>(query);
  const ids = await resultsOf(rig);
  const events = await all<{ id: string; subject: string }>(
    sql`select id, subject_id as subject from events where tenant_id = ${tenantId}`,
  );
  const [usage] = await all<{ used: number }>(
    sql`select sum(used) as used from usage where tenant_id = ${tenantId}`,
  );
  const used = Number(usage?.used ?? 0);
  const received = new Set(receiver.received.map(({ headers }) => headers["service-webhook-id"]));
  const bySubject = Map.groupBy(events, ({ subject }) => subject);
  const lost = [...load.acknowledged].filter((id) => !ids.has(id));
  const twice = [...ids].filter((id) => !load.acknowledged.has(id));
  const ledger = {
    "acknowledged and lost": lost.length,
    "kept twice": twice.length,
    "results without one event": [...ids].filter((id) => bySubject.get(id)?.length !== 1).length,
    "results not counted": Math.max(0, ids.size - used),
    "counted for nothing": Math.max(0, used - ids.size - load.failed),
    "events not received": events.filter(({ id }) => !received.has(id)).length,
  };
  return { ledger, lost, twice };
}
