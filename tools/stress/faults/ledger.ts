import { sql } from "drizzle-orm";
import type { Rig } from "./rig.ts";

/** What is wrong in the books: each has to be 0. */
export interface Ledger {
  /** Results whose answer a caller has, and that are not in the database. */
  readonly "acknowledged and lost": number;
  /** A caller repeats each call until it is answered, so that each result has its answer. */
  readonly "kept twice": number;
  readonly "results without one event": number;
  readonly "results not counted": number;
  /** Events that the receiver has not got within the time for it. */
  readonly "events not received": number;
}

/**
 * Compares what callers know with results, events and usage of the tenant, and with what the receiver got.
 */
export async function compare({ db, tenantId, load, receiver }: Rig): Promise<Ledger> {
  const all = async <Row>(query: ReturnType<typeof sql>) => db.all<Row>(query);
  const results = await all<{ id: string }>(sql`select id from ocr_results where tenant_id = ${tenantId}`);
  const events = await all<{ id: string; subject: string }>(
    sql`select id, subject_id as subject from events where tenant_id = ${tenantId}`,
  );
  const [usage] = await all<{ used: number }>(
    sql`select sum(used) as used from usage where tenant_id = ${tenantId}`,
  );
  const ids = new Set(results.map(({ id }) => id));
  const received = new Set(receiver.received.map(({ headers }) => headers["service-webhook-id"]));
  const bySubject = Map.groupBy(events, ({ subject }) => subject);
  return {
    "acknowledged and lost": [...load.acknowledged].filter((id) => !ids.has(id)).length,
    "kept twice": [...ids].filter((id) => !load.acknowledged.has(id)).length,
    "results without one event": [...ids].filter((id) => bySubject.get(id)?.length !== 1).length,
    "results not counted": Math.abs(ids.size - Number(usage?.used ?? 0)),
    "events not received": events.filter(({ id }) => !received.has(id)).length,
  };
}
