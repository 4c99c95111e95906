import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { DEFAULT_MATCH_LEVEL, MATCH_LEVELS } from "../../edge/vocabulary/faces.ts";
import { STORE_MEDIA } from "../../edge/vocabulary/media.ts";
import { bytes, scope, timestamp } from "./columns.ts";

export const tenants = sqliteTable("tenants", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  storeMedia: text("store_media", { enum: STORE_MEDIA }).notNull().default("none"),
  /** Whether a verification's pictures go as soon as it is approved or declined. */
  eraseMediaAtDecision: integer("erase_media_at_decision", { mode: "boolean" }).notNull().default(false),
  retentionDays: integer("retention_days"),
  maxTtlSeconds: integer("max_ttl_seconds").notNull().default(86_400),
  /** Operating point of face comparisons outside a verification, whose policy names its own. */
  faceMatchLevel: text("face_match_level", { enum: MATCH_LEVELS }).notNull().default(DEFAULT_MATCH_LEVEL),
  createdAt: timestamp("created_at").notNull(),
});

/** Secret keys. Only the SHA-256 of the whole key is kept; `hint` is its last four characters, for lists. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    ...scope,
    hash: bytes("hash").notNull(),
    hint: text("hint").notNull(),
    createdAt: timestamp("created_at").notNull(),
    lastUsedAt: timestamp("last_used_at"),
    revokedAt: timestamp("revoked_at"),
  },
  (t) => [uniqueIndex("api_keys_hash").on(t.hash), index("api_keys_tenant").on(t.tenantId, t.mode)],
);

/** Session tokens by their `jti`; the token itself is never stored. */
export const sessionTokens = sqliteTable(
  "session_tokens",
  {
    jti: text("jti").primaryKey(),
    ...scope,
    verificationId: text("verification_id").notNull(),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    revokedAt: timestamp("revoked_at"),
    /** Revision of the verification that a read with the token last told; 0: none yet. */
    toldRevision: integer("told_revision").notNull().default(0),
  },
  (t) => [index("session_tokens_verification").on(t.tenantId, t.mode, t.verificationId)],
);

/** Billable calls and polling, per calendar month in UTC ("2026-11"). */
export const usage = sqliteTable(
  "usage",
  {
    ...scope,
    month: text("month").notNull(),
    used: integer("used").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.mode, t.month] })],
);

export const usageCaps = sqliteTable(
  "usage_caps",
  { ...scope, monthly: integer("monthly").notNull() },
  (t) => [primaryKey({ columns: [t.tenantId, t.mode] })],
);

/** Units of capped tenants' calls that run right now: they count against the cap until they are used or given back. */
export const usageReservations = sqliteTable(
  "usage_reservations",
  {
    id: text("id").primaryKey(),
    ...scope,
    month: text("month").notNull(),
    /** When a reservation that nobody used or gave back lapses: its call has crashed. */
    until: timestamp("until").notNull(),
  },
  (t) => [index("usage_reservations_month").on(t.tenantId, t.mode, t.month, t.until)],
);
