import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { bytes, scope, timestamp } from "./columns.ts";

/**
 * Calls that carried an Idempotency-Key: reserved while they run, and with their answer once they succeeded.
 */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    ...scope,
    path: text("path").notNull(),
    /** Of a session token after its verification and a line break: see `storedKey`. */
    key: text("key").notNull(),
    /** SHA-256 over method, path, caller and body. */
    fingerprint: bytes("fingerprint").notNull(),
    /** Fencing token of the call that reserved the key: another call's answer is not stored. */
    leaseId: text("lease_id").notNull(),
    /** The call that reserved the key counts as running until then. */
    leaseUntil: timestamp("lease_until").notNull(),
    /** Null while the call runs. */
    status: integer("status"),
    /** The answer's body, encrypted: it may hold a token. Null while the call runs. */
    answer: bytes("answer"),
    /** Id of the answer's subject, whose erasure erases the answer too. */
    subjectId: text("subject_id"),
    customerRef: text("customer_ref"),
    expiresAt: timestamp("expires_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.mode, t.path, t.key] }),
    index("idempotency_keys_expiry").on(t.expiresAt),
    index("idempotency_keys_subject").on(t.tenantId, t.mode, t.subjectId),
    index("idempotency_keys_customer").on(t.tenantId, t.mode, t.customerRef),
  ],
);
