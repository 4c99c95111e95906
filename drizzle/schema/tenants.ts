import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { STORE_MEDIA } from "../../vocabulary/enumerations.ts";
import { DEFAULT_MATCH_LEVEL, MATCH_LEVELS } from "../../vocabulary/faces.ts";
import type { KeyScope } from "../../vocabulary/key-scopes.ts";
import { SECOND_REVIEWER } from "../../vocabulary/verifications.ts";
import { bytes, scope, timestamp } from "./columns.ts";

export const tenants = sqliteTable(
  "tenants",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    storeMedia: text("store_media", { enum: STORE_MEDIA }).notNull().default("none"),
    /** Whether a verification's images are erased as soon as it is approved or declined. */
    eraseMediaAtDecision: integer("erase_media_at_decision", { mode: "boolean" }).notNull().default(false),
    /**
     * Progress of the sweep that erases images of earlier decisions after `eraseMediaAtDecision` was turned
     * on: the id of the last processed image. Null: it is done.
     */
    mediaSweptTo: text("media_swept_to"),
    retentionDays: integer("retention_days"),
    /** Days after which a registered face is deleted; null for never. */
    registrationDays: integer("registration_days"),
    maxTtlSeconds: integer("max_ttl_seconds").notNull().default(86_400),
    /** Operating point of face comparisons outside a verification; inside, the policy names it. */
    faceMatchLevel: text("face_match_level", { enum: MATCH_LEVELS }).notNull().default(DEFAULT_MATCH_LEVEL),
    /** Which rulings on a review a second person must confirm. */
    secondReviewer: text("second_reviewer", { enum: SECOND_REVIEWER }).notNull().default("off"),
    /** Whether the dashboard hides personal data from viewers. */
    hidePersonalData: integer("hide_personal_data", { mode: "boolean" }).notNull().default(false),
    /** The highest monthly cap that an owner may set; null for none. The operator may exceed it. */
    monthlyCeiling: integer("monthly_ceiling"),
    createdAt: timestamp("created_at").notNull(),
  },
  (t) => [
    // For the sweeps: only tenants that have set a retention, or have images to be erased.
    index("tenants_retention").on(t.id).where(sql`retention_days is not null`),
    index("tenants_registrations").on(t.id).where(sql`registration_days is not null`),
    index("tenants_media").on(t.id).where(sql`media_swept_to is not null`),
  ],
);

/**
 * The data keys: each tenant's own, and the service's. A master key (`DATA_KEYS`), which the database does
 * not have, wraps them. Without its row nothing of a tenant can be decrypted.
 */
export const wrappedKeys = sqliteTable("wrapped_keys", {
  /** The tenant's id, or `service`. */
  owner: text("owner").primaryKey(),
  /** Id of the master key that wraps it. */
  masterKeyId: text("master_key_id").notNull(),
  wrapped: bytes("wrapped").notNull(),
});

/** Secret keys. Only the SHA-256 of the whole key is kept; `hint` is its last four characters, for lists. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    ...scope,
    hash: bytes("hash").notNull(),
    hint: text("hint").notNull(),
    /** What the tenant calls it; null for none. */
    name: text("name"),
    createdAt: timestamp("created_at").notNull(),
    lastUsedAt: timestamp("last_used_at"),
    revokedAt: timestamp("revoked_at"),
    /** The scopes of a restricted key; null for full authority. */
    scopes: text("scopes", { mode: "json" }).$type<readonly KeyScope[]>(),
    /** The CIDR networks of its callers; null for any address. */
    networks: text("networks", { mode: "json" }).$type<readonly string[]>(),
    /** Null for a key that does not expire. */
    expiresAt: timestamp("expires_at"),
  },
  (t) => [
    uniqueIndex("api_keys_hash").on(t.hash),
    index("api_keys_tenant").on(t.tenantId, t.mode),
    index("api_keys_revoked").on(t.revokedAt).where(sql`revoked_at is not null`),
    index("api_keys_expiry").on(t.expiresAt).where(sql`expires_at is not null`),
  ],
);

/** Session tokens by their `jti`. The token itself is never stored. */
export const sessionTokens = sqliteTable(
  "session_tokens",
  {
    jti: text("jti").primaryKey(),
    ...scope,
    verificationId: text("verification_id").notNull(),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    revokedAt: timestamp("revoked_at"),
    /** Last revision of the verification that a read with the token has returned; 0 before the first read. */
    reportedRevision: integer("reported_revision").notNull().default(0),
    /** Thumbprint of the device's key, for a token that a link gave; null if a secret key minted it. */
    device: text("device"),
  },
  (t) => [
    index("session_tokens_verification").on(t.tenantId, t.mode, t.verificationId),
    index("session_tokens_expiry").on(t.expiresAt),
  ],
);

/** Billable calls, polling included, by calendar month in UTC ("2026-11"). */
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

/**
 * Units reserved by running calls of capped tenants; they count against the cap until they are used or
 * released.
 */
export const usageReservations = sqliteTable(
  "usage_reservations",
  {
    id: text("id").primaryKey(),
    ...scope,
    month: text("month").notNull(),
    /** When a reservation expires that was neither used nor released, since its call has crashed. */
    until: timestamp("until").notNull(),
  },
  (t) => [
    index("usage_reservations_month").on(t.tenantId, t.mode, t.month, t.until),
    index("usage_reservations_expiry").on(t.until),
  ],
);
