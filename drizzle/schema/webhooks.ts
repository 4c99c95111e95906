import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { bytes, scope, textList, timestamp } from "./columns.ts";

/** Events. `body` is the envelope's exact text, so that every attempt sends the same bytes. */
export const events = sqliteTable(
  "events",
  {
    id: text("id").primaryKey(),
    ...scope,
    type: text("type").notNull(),
    /** Id of the result or verification that the event is about. */
    subjectId: text("subject_id").notNull(),
    customerRef: text("customer_ref"),
    /** Null once erased. */
    body: text("body"),
    /** When it was erased. */
    erasedAt: timestamp("erased_at"),
    createdAt: timestamp("created_at").notNull(),
  },
  (t) => [
    index("events_list").on(t.tenantId, t.mode, t.id),
    index("events_type").on(t.tenantId, t.mode, t.type, t.id),
    index("events_subject").on(t.tenantId, t.mode, t.subjectId, t.id),
    index("events_customer").on(t.tenantId, t.mode, t.customerRef).where(sql`customer_ref is not null`),
    // For the retention: only rows that are not erased yet.
    index("events_kept").on(t.tenantId, t.mode, t.id).where(sql`body is not null`),
    index("events_erased").on(t.erasedAt).where(sql`erased_at is not null`),
  ],
);

/** The host of a canonical https URL, without its port and its final dot: `https://a.example.:8443/x`. */
const hostOfUrl = sql`case substr(url, 9, 1)
  when '[' then substr(url, 9, instr(url, ']') - 8)
  else rtrim(substr(url, 9, min(instr(substr(url, 9) || '/', '/'), instr(substr(url, 9) || ':', ':')) - 1), '.')
end`;

export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: text("id").primaryKey(),
    ...scope,
    url: text("url").notNull(),
    host: text("host").generatedAlwaysAs(hostOfUrl, { mode: "virtual" }).notNull(),
    eventTypes: textList("event_types").notNull(),
    /** Encrypted: the dispatcher must sign with it. */
    secret: bytes("secret").notNull(),
    previousSecret: bytes("previous_secret"),
    previousSecretUntil: timestamp("previous_secret_until"),
    state: text("state", { enum: ["enabled", "disabled"] }).notNull(),
    disabledReason: text("disabled_reason", { enum: ["delivery_failures", "toggled_off"] }),
    createdAt: timestamp("created_at").notNull(),
    /** When it was last enabled again; earlier failures do not count. Null: it was never disabled. */
    enabledAt: timestamp("enabled_at"),
    deletedAt: timestamp("deleted_at"),
  },
  (t) => [
    index("webhook_endpoints_scope").on(t.tenantId, t.mode, t.id).where(sql`deleted_at is null`),
    index("webhook_endpoints_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);

/** One event to one endpoint. Only `next_attempt_at` says when it is due; a wake-up is a hint. */
export const deliveries = sqliteTable(
  "deliveries",
  {
    eventId: text("event_id").notNull(),
    endpointId: text("endpoint_id").notNull(),
    ...scope,
    state: text("state", { enum: ["pending", "delivered", "dead"] }).notNull(),
    deadReason: text("dead_reason", { enum: ["exhausted", "endpoint_disabled", "gone", "erased"] }),
    deadAt: timestamp("dead_at"),
    /** Attempts made so far. */
    attempts: integer("attempts").notNull().default(0),
    /** Attempts made before the latest replay: the retry table counts from there. */
    replayedAfter: integer("replayed_after").notNull().default(0),
    nextAttemptAt: timestamp("next_attempt_at"),
    /** Fencing token of the current claim; a writer with another token has lost the lease. */
    leaseId: text("lease_id"),
    leaseUntil: timestamp("lease_until"),
    createdAt: timestamp("created_at").notNull(),
    /** When its event or a replay queued it. Deliveries from before the endpoint was enabled are dropped. */
    queuedAt: timestamp("queued_at").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.endpointId] }),
    index("deliveries_due").on(t.nextAttemptAt).where(sql`state = 'pending'`),
    index("deliveries_waiting").on(t.endpointId, t.nextAttemptAt, t.eventId).where(sql`state = 'pending'`),
    // For the sweep: deliveries whose queue time is in the future, set by a clock that was ahead.
    index("deliveries_queued").on(t.queuedAt).where(sql`state = 'pending'`),
    index("deliveries_leased").on(t.endpointId).where(sql`lease_id is not null`),
    index("deliveries_endpoint").on(t.tenantId, t.mode, t.endpointId, t.eventId),
    index("deliveries_dead").on(t.tenantId, t.mode, t.endpointId, t.eventId).where(sql`state = 'dead'`),
    index("deliveries_replayable")
      .on(t.tenantId, t.mode, t.endpointId, t.eventId)
      .where(sql`state = 'dead' and dead_reason <> 'erased'`),
  ],
);

export const deliveryAttempts = sqliteTable(
  "delivery_attempts",
  {
    eventId: text("event_id").notNull(),
    endpointId: text("endpoint_id").notNull(),
    n: integer("n").notNull(),
    ...scope,
    at: timestamp("at").notNull(),
    status: integer("status"),
    error: text("error"),
    latencyMs: integer("latency_ms").notNull(),
    /** First 500 bytes of the answer's body. */
    responseExcerpt: text("response_excerpt"),
    /** Whether a person's replay caused it: such a failure does not count against the endpoint. */
    ofReplay: integer("of_replay", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.endpointId, t.n] }),
    // Only attempts that count for the endpoint's health.
    index("delivery_attempts_endpoint")
      .on(t.tenantId, t.mode, t.endpointId, t.at, t.n, t.eventId)
      .where(sql`of_replay = 0 or status between 200 and 299`),
  ],
);
