import { events } from "../../drizzle/schema/webhooks.ts";
import type { Scope } from "../scope.ts";
import type { Database, Statement } from "./batch.ts";

export type NewEventRow = Omit<typeof events.$inferInsert, keyof Scope>;

/** The event's row, for the batch of the result it tells of. */
export function insertEvent(db: Database, scope: Scope, row: NewEventRow): Statement {
  return db.insert(events).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}
