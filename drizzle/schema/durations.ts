import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { RESULT_KINDS } from "../../edge/vocabulary/results.ts";
import { scope, timestamp } from "./columns.ts";

/** The duration of each call that made a result, without anything of the result. */
export const resultDurations = sqliteTable(
  "result_durations",
  {
    resultId: text("result_id").primaryKey(),
    ...scope,
    kind: text("kind", { enum: RESULT_KINDS }).notNull(),
    at: timestamp("at").notNull(),
    /** Milliseconds. */
    ms: integer("ms").notNull(),
  },
  (t) => [index("result_durations_period").on(t.tenantId, t.mode, t.at)],
);
