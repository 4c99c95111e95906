import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";

/**
 * The data keys that sealed something in this database, by their ids, and how far the sweep has come that
 * seals everything anew with the key. A process that lacks one which is not retired does not serve.
 */
export const dataKeys = sqliteTable("data_keys", {
  id: text("id").primaryKey(),
  registeredAt: timestamp("registered_at").notNull(),
  /** When a whole pass found nothing that another key than a newer one sealed; null before. */
  retiredAt: timestamp("retired_at"),
  /** The place that the pass under way looks at next, and the key of the last row there; null: none is. */
  place: text("place"),
  after: text("after", { mode: "json" }).$type<readonly (string | number)[]>(),
  /** Values that the pass under way, or else the last one, looked at, sealed anew, and could not open. */
  seen: integer("seen").notNull().default(0),
  turned: integer("turned").notNull().default(0),
  unopened: integer("unopened").notNull().default(0),
  startedAt: timestamp("started_at"),
  endedAt: timestamp("ended_at"),
  /** The process that sweeps has the key until then. It also fences a slower one's writes. */
  leaseUntil: timestamp("lease_until").notNull().default(0),
});
