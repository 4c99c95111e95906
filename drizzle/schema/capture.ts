import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { HANDOFF_STATES } from "../../vocabulary/enumerations.ts";
import { bytes, scope, textList, timestamp } from "./columns.ts";

/** A tenant's settings for its capture pages, for both modes. A tenant without a row has the defaults. */
export const captureSettings = sqliteTable("capture_settings", {
  tenantId: text("tenant_id").primaryKey(),
  /** Origins whose pages may call the service with a session token, in their canonical form. */
  allowedOrigins: textList("allowed_origins").notNull(),
  /** Origins and app schemes that a person may return to. */
  returnOrigins: textList("return_origins").notNull(),
  /** Public name; null for the tenant's own. */
  brandName: text("brand_name"),
  /** `#rrggbb`; null for the service's own. */
  accent: text("accent"),
  /** A PNG image. */
  logo: bytes("logo"),
  /** A URL for people who cannot or do not want to be verified here. */
  alternativeUrl: text("alternative_url"),
  /** A URL that opens the tenant's app, which reads chips; null without one. */
  appUrl: text("app_url"),
});

/**
 * The texts that people consented to, in every version: a record of consent names its version and digest, so
 * no version is changed or deleted.
 */
export const consentTexts = sqliteTable(
  "consent_texts",
  {
    tenantId: text("tenant_id").notNull(),
    /** BCP 47, such as `en` or `pt-BR`. */
    locale: text("locale").notNull(),
    /** From 1, of each tenant and locale. */
    version: integer("version").notNull(),
    /** Null if this version restores the service's own text. */
    text: text("text"),
    /** SHA-256 of the text in UTF-8, in hex; null without a text. */
    sha256: text("sha256"),
    createdAt: timestamp("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.locale, t.version] })],
);

/** Links by which people open their verification. Only the SHA-256 of the whole secret is kept. */
export const links = sqliteTable(
  "links",
  {
    hash: bytes("hash").primaryKey(),
    ...scope,
    verificationId: text("verification_id").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    /** When the last proof was signed, by the device's clock: earlier proofs are rejected. */
    provenAt: timestamp("proven_at").notNull().default(0),
  },
  (t) => [
    index("links_verification").on(t.tenantId, t.mode, t.verificationId),
    index("links_expiry").on(t.expiresAt),
  ],
);

/**
 * Handoffs from a computer to a phone. The codes that the computer shows are derived from the row's id and
 * the time, so that a new code needs no write; only the claimed one leaves its SHA-256.
 */
export const handoffs = sqliteTable(
  "handoffs",
  {
    id: text("id").primaryKey(),
    ...scope,
    verificationId: text("verification_id").notNull(),
    state: text("state", { enum: HANDOFF_STATES }).notNull(),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    /** Thumbprint of the computer's key; null if a secret key minted its token. */
    computer: text("computer"),
    /** Browser and system of the computer, in a fixed vocabulary; null if unknown. */
    computerName: text("computer_name"),
    /** Country of the computer (ISO 3166-1), if the platform provides it. */
    country: text("country"),
    /** Keyed digest: shows whether both devices are in one network, but not in which. */
    network: text("network"),
    /** SHA-256 of the code by which the phone claimed the handoff. */
    claimedHash: bytes("claimed_hash"),
    /** Thumbprint of the phone's key. */
    phone: text("phone"),
    phoneName: text("phone_name"),
    /** When the phone's last proof was signed, by the phone's clock: earlier proofs are rejected. */
    provenAt: timestamp("proven_at").notNull().default(0),
  },
  (t) => [
    index("handoffs_verification").on(t.tenantId, t.mode, t.verificationId),
    index("handoffs_expiry").on(t.expiresAt),
  ],
);

/**
 * Receipts of withdrawn consents, for the devices that withdrew them and lost the response. A row names
 * neither the person nor the tenant, the verification or the device: its digest is computed from the secret
 * of the address and the device's key.
 */
export const withdrawals = sqliteTable(
  "withdrawals",
  {
    digest: bytes("digest").primaryKey(),
    receiptId: text("receipt_id").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
  },
  (t) => [index("withdrawals_expiry").on(t.expiresAt)],
);
