import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { RESULT_KINDS } from "../../edge/vocabulary/results.ts";
import { scope, timestamp } from "./columns.ts";

/** How long each call that made a result took; nothing of what it found. */
export const resultDurations = sqliteTable(
  "result_durations",
  {
    resultId: text("result_id").primaryKey(),
    ...scope,
    kind: text("kind", { enum: RESULT_KINDS }).notNull(),
    at: timestamp("at").notNull(),
    ms: integer("ms").notNull(),
  },
  (t) => [index("result_durations_period").on(t.tenantId, t.mode, t.at)],
);
