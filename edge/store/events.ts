import { and, eq } from "drizzle-orm";
import { events } from "../../drizzle/schema/webhooks.ts";
import type { Scope } from "../scope.ts";
import type { Database, Statement } from "./batch.ts";

export type NewEventRow = Omit<typeof events.$inferInsert, keyof Scope>;

/** The event's row, for the batch of the result it tells of. */
export function insertEvent(db: Database, scope: Scope, row: NewEventRow): Statement {
  return db.insert(events).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

/** Takes away what the events of an erased subject said; the dispatcher then sends them to nobody (`erased`). */
export function eraseEvents(db: Database, scope: Scope, subjectId: string): Statement {
  return db
    .update(events)
    .set({ body: null, customerRef: null })
    .where(
      and(eq(events.tenantId, scope.tenantId), eq(events.mode, scope.mode), eq(events.subjectId, subjectId)),
    );
}
