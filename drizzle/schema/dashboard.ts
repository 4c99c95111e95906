import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ROLES } from "../../vocabulary/enumerations.ts";
import { timestamp } from "./columns.ts";

/** A moment in better-auth's type, a Date; stored as milliseconds since the Unix epoch. */
const moment = (name: string) => integer(name, { mode: "timestamp_ms" });

const created = { createdAt: moment("created_at").notNull(), updatedAt: moment("updated_at").notNull() };

/** People who sign in to the dashboard. This table and the next four are better-auth's, field by field. */
export const users = sqliteTable("users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique("users_email"),
  emailVerified: integer("email_verified", { mode: "boolean" }).notNull().default(false),
  image: text("image"),
  twoFactorEnabled: integer("two_factor_enabled", { mode: "boolean" }).default(false),
  ...created,
});

const ofUser = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const userSessions = sqliteTable(
  "user_sessions",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull(),
    userId: ofUser(),
    expiresAt: moment("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    ...created,
  },
  (t) => [
    uniqueIndex("user_sessions_token").on(t.token),
    index("user_sessions_user").on(t.userId),
    index("user_sessions_expiry").on(t.expiresAt),
  ],
);

/** A user's credentials; `password` is a scrypt hash. */
export const userCredentials = sqliteTable(
  "user_credentials",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: ofUser(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: moment("access_token_expires_at"),
    refreshTokenExpiresAt: moment("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    ...created,
  },
  (t) => [index("user_credentials_user").on(t.userId)],
);

/** Pending challenges: a password reset by a link, a sign-in that lacks its second factor. */
export const userChallenges = sqliteTable(
  "user_challenges",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: moment("expires_at").notNull(),
    ...created,
  },
  (t) => [
    index("user_challenges_identifier").on(t.identifier, t.createdAt),
    index("user_challenges_value").on(t.value),
    index("user_challenges_expiry").on(t.expiresAt),
  ],
);

/** A user's second factor: the TOTP secret and the backup codes, both encrypted. */
export const userSecondFactors = sqliteTable(
  "user_second_factors",
  {
    id: text("id").primaryKey(),
    secret: text("secret").notNull(),
    backupCodes: text("backup_codes").notNull(),
    userId: ofUser(),
    verified: integer("verified", { mode: "boolean" }).default(true),
    failedVerificationCount: integer("failed_verification_count").default(0),
    lockedUntil: moment("locked_until"),
  },
  (t) => [index("user_second_factors_user").on(t.userId)],
);

/** The tenant and the role of a user. A user belongs to one tenant. */
export const members = sqliteTable(
  "members",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    tenantId: text("tenant_id").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    createdAt: timestamp("created_at").notNull(),
  },
  (t) => [index("members_tenant").on(t.tenantId, t.createdAt, t.userId)],
);

/** An invitation by a link. Only the SHA-256 of the link's secret is kept. */
export const invitations = sqliteTable(
  "invitations",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    /** Id of the actor who invited. */
    invitedBy: text("invited_by"),
    tokenHash: text("token_hash").notNull(),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    acceptedAt: timestamp("accepted_at"),
    revokedAt: timestamp("revoked_at"),
  },
  (t) => [
    uniqueIndex("invitations_token").on(t.tokenHash),
    index("invitations_tenant").on(t.tenantId, t.id).where(sql`accepted_at is null and revoked_at is null`),
    index("invitations_email").on(t.email, t.id).where(sql`accepted_at is null and revoked_at is null`),
    index("invitations_expiry").on(t.expiresAt),
  ],
);

/**
 * Counted attempts at the dashboard, for edges without shared memory. Counters are named by an HMAC, which
 * reveals neither an address nor an account.
 */
export const attemptCounts = sqliteTable(
  "attempt_counts",
  {
    counter: text("counter").notNull(),
    rule: text("rule").notNull(),
    /** A sixtieth of the rule's window, by its number since the epoch. */
    slot: integer("slot").notNull(),
    hits: integer("hits").notNull(),
    /** When the hits expire. */
    endsAt: timestamp("ends_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.counter, t.rule, t.slot] }), index("attempt_counts_expiry").on(t.endsAt)],
);
