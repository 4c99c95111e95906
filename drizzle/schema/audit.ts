import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MODES } from "../../vocabulary/enumerations.ts";
import { timestamp } from "./columns.ts";

/**
 * The audit log: append-only, one hash chain for each tenant. Two writers that read the same head collide on
 * the primary key, which rolls the loser's whole batch back. No foreign keys, since an entry outlives its
 * target.
 */
export const auditEntries = sqliteTable(
  "audit_entries",
  {
    tenantId: text("tenant_id").notNull(),
    /** Number of the entry among the tenant's, from 1, without gaps. */
    n: integer("n").notNull(),
    at: timestamp("at").notNull(),
    /** Null for changes that concern both modes. */
    mode: text("mode", { enum: MODES }),
    /** `operator`, `system`, a secret key's id or a user's id. */
    actor: text("actor").notNull(),
    /** IP address of the caller; null for admin commands and the service itself. */
    address: text("address"),
    action: text("action").notNull(),
    /** The action's noun with its full stop: `webhook.` of `webhook.replay`. */
    noun: text("noun").generatedAlwaysAs(sql`substr(action, 1, instr(action, '.'))`, { mode: "virtual" }),
    target: text("target").notNull(),
    /** The target's changed fields before the change, as canonical JSON; null if there are none. */
    before: text("before"),
    /** The same fields after the change. */
    after: text("after"),
    /** SHA-256 in hex of the previous entry; 64 zeros for the first. */
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.n] }),
    index("audit_entries_target").on(t.tenantId, t.target, t.n),
    index("audit_entries_actor").on(t.tenantId, t.actor, t.n),
    index("audit_entries_noun").on(t.tenantId, t.noun, t.n),
  ],
);

/** The last entry of each tenant's chain, which shows when entries are missing at its end. */
export const auditHeads = sqliteTable("audit_heads", {
  tenantId: text("tenant_id").primaryKey(),
  n: integer("n").notNull(),
  hash: text("hash").notNull(),
});
