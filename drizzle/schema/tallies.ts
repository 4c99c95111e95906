import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { scope } from "./columns.ts";

/**
 * Statistics of one day (UTC), without any data of the counted things: a row for each tally of a day, so that
 * a period's statistics cost the same whatever was counted. Triggers of the migration `tallies` count
 * verifications and results; a call counts its duration.
 */
export const tallies = sqliteTable(
  "tallies",
  {
    ...scope,
    /** "2026-11-21". */
    day: text("day").notNull(),
    /** See `edge/store/results/tallies.ts`. */
    name: text("name").notNull(),
    /** How often each key was counted. */
    counts: text("counts", { mode: "json" }).$type<Readonly<Record<string, number>>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.mode, t.day, t.name] }), index("tallies_day").on(t.day)],
);
