import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MODES } from "../../edge/vocabulary/modes.ts";
import { timestamp } from "./columns.ts";

/**
 * The audit log: append-only, one hash chain for each tenant. Two writers that saw the same head collide on the primary
 * key, which rolls the loser's whole batch back. No foreign keys: an entry outlives what it speaks of.
 */
export const auditEntries = sqliteTable(
  "audit_entries",
  {
    tenantId: text("tenant_id").notNull(),
    /** Counts the tenant's entries from 1, without a gap. */
    n: integer("n").notNull(),
    at: timestamp("at").notNull(),
    /** Null for what concerns both modes. */
    mode: text("mode", { enum: MODES }),
    /** `operator`, `system`, a secret key's id or a user's id. */
    actor: text("actor").notNull(),
    /** IP address that the change was asked from; null for the operator's commands and the service itself. */
    address: text("address"),
    action: text("action").notNull(),
    target: text("target").notNull(),
    /** What was changed, as it was and as it is then: canonical JSON; null where there is nothing to say. */
    before: text("before"),
    after: text("after"),
    /** SHA-256 in hex of the entry before; 64 zeros for the first. */
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.n] }),
    index("audit_entries_target").on(t.tenantId, t.target, t.n),
  ],
);

/** The last entry of each tenant's chain: without it entries missing at the end would not be missed. */
export const auditHeads = sqliteTable("audit_heads", {
  tenantId: text("tenant_id").primaryKey(),
  n: integer("n").notNull(),
  hash: text("hash").notNull(),
});
