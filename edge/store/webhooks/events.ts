import { and, asc, desc, eq, gte, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { deliveries, deliveryAttempts, events } from "../../../drizzle/schema/webhooks.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database, Statement } from "../batch.ts";
import { deadLetter } from "./deliveries.ts";

export type EventRow = typeof events.$inferSelect;
export type NewEventRow = Omit<typeof events.$inferInsert, keyof Scope>;

/** The event's row, for the batch of the event's result. */
export function insertEvent(db: Database, scope: Scope, row: NewEventRow): Statement {
  return db.insert(events).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

export async function findEvent(db: Database, scope: Scope, id: string): Promise<EventRow | undefined> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(inScope(events, scope), eq(events.id, id)));
  return row;
}

/** Newest first, only events older than the `before` id; of one type if given, and from the id `since` on. */
export async function listEvents(
  db: Database,
  scope: Scope,
  page: { limit: number; before: string | null; type: string | undefined; since?: string },
): Promise<EventRow[]> {
  const older = page.before === null ? undefined : lt(events.id, page.before);
  const young = page.since === undefined ? undefined : gte(events.id, page.since);
  const ofType = page.type === undefined ? undefined : eq(events.type, page.type);
  return db
    .select()
    .from(events)
    .where(and(inScope(events, scope), ofType, older, young))
    .orderBy(desc(events.id))
    .limit(page.limit);
}

/** The events of one result or verification, oldest first, without their bodies. */
export async function listEventsOf(db: Database, scope: Scope, subjectId: string) {
  return db
    .select({ id: events.id, type: events.type, createdAt: events.createdAt })
    .from(events)
    .where(and(inScope(events, scope), eq(events.subjectId, subjectId)))
    .orderBy(asc(events.id));
}

/** Statements that count, in this order: canceled deliveries, attempts without their excerpt, events. */
interface EventErasure {
  readonly deliveries: Statement;
  readonly excerpts: Statement;
  readonly events: Statement;
}

/** Erases the events of one result or verification: see `eraseEvents`. */
export const eraseEventsOf = (db: Database, scope: Scope, subjectId: string, now: number): EventErasure =>
  eraseEvents(db, scope, sql`${inScope(events, scope)} and ${eq(events.subjectId, subjectId)}`, now);

/**
 * Erases the bodies of the selected events. Their pending deliveries become dead letters (`erased`), under
 * lease or not: an active sender loses its lease, so that it cannot record the receiver's answer.
 */
export function eraseEvents(db: Database, scope: Scope, which: SQL, now: number): EventErasure {
  const ids = db.select({ id: events.id }).from(events).where(which);
  const ofEvents = (table: typeof deliveries | typeof deliveryAttempts) =>
    and(
      inArray(table.eventId, ids),
      // The unary `+` keeps SQLite from scanning all of the tenant's events by another index.
      sql`+${table.tenantId} = ${scope.tenantId}`,
      sql`+${table.mode} = ${scope.mode}`,
    );
  return {
    deliveries: db
      .update(deliveries)
      .set(deadLetter("erased", now))
      .where(and(ofEvents(deliveries), eq(deliveries.state, "pending"))),
    excerpts: db
      .update(deliveryAttempts)
      .set({ responseExcerpt: null })
      .where(and(ofEvents(deliveryAttempts), isNotNull(deliveryAttempts.responseExcerpt))),
    events: db.update(events).set({ body: null, customerRef: null, erasedAt: now }).where(which),
  };
}
