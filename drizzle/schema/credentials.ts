import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { bytes, scope, timestamp } from "./columns.ts";

/** Requests to wallets, each for one answer. */
export const credentialRequests = sqliteTable(
  "credential_requests",
  {
    /** Random, not by time: who knows it can fetch the request as a wallet does. */
    id: text("id").primaryKey(),
    ...scope,
    verificationId: text("verification_id").notNull(),
    /** The token that made it; null for a secret key. */
    jti: text("jti"),
    /** The origin of the page that made it. */
    origin: text("origin").notNull(),
    /** Nonce, private key and the link's request, encrypted. */
    secrets: bytes("secrets").notNull(),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    /** What a wallet posted, encrypted by it to the request's key; null without it, and once it is used. */
    answer: text("answer"),
    /** Answers by the link that no trusted issuer has signed. */
    rejected: integer("rejected").notNull().default(0),
    usedAt: timestamp("used_at"),
  },
  (t) => [
    index("credential_requests_expiry").on(t.expiresAt),
    index("credential_requests_verification").on(t.tenantId, t.mode, t.verificationId),
  ],
);
