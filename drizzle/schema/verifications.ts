import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { DECISIONS, OPEN_STATUSES, STATUSES } from "../../vocabulary/verifications.ts";
import { bytes, scope, timestamp, wordList } from "./columns.ts";

export const verifications = sqliteTable(
  "verifications",
  {
    id: text("id").primaryKey(),
    ...scope,
    customerRef: text("customer_ref").notNull(),
    status: text("status", { enum: STATUSES }).notNull(),
    decision: text("decision", { enum: DECISIONS }),
    decisionReasons: text("decision_reasons", { mode: "json" }).$type<unknown>().notNull(),
    nextAction: text("next_action", { mode: "json" }).$type<unknown>(),
    /** Resolved with the defaults and frozen at creation. */
    policy: text("policy", { mode: "json" }).$type<unknown>().notNull(),
    /** Steps as the state machine uses them; small, always read and written as a whole. */
    steps: text("steps", { mode: "json" }).$type<unknown>().notNull(),
    /** Number of the last revision; see `verification_revisions`. */
    revision: integer("revision").notNull(),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    completedAt: timestamp("completed_at"),
    /** When a reviewer decided. */
    reviewedAt: timestamp("reviewed_at"),
    /** The first ruling on a review that a second person has yet to confirm; null for none. */
    proposal: text("proposal", { mode: "json" }).$type<unknown>(),
    /** The reviewer whose lease the review is, the lease's dashboard session if it has one, and its end. */
    claimedBy: text("claimed_by"),
    claimedSession: text("claimed_session"),
    claimedUntil: timestamp("claimed_until"),
    /** The tenant's presets of the capture page; null for none. */
    capture: text("capture", { mode: "json" }).$type<unknown>(),
    /** The device that opened the verification by a link; null for none. */
    boundDevice: text("bound_device", { mode: "json" }).$type<unknown>(),
    /** The consent record; stays when the person is erased. */
    consent: text("consent", { mode: "json" }).$type<unknown>(),
    /** Unbilled calls by its devices, links and codes that wrote: see `edge/limits/rules.ts`. */
    deviceCalls: integer("device_calls").notNull().default(0),
    /** The details that the tenant expects, encrypted; null for none, and after the person's erasure. */
    expected: bytes("expected"),
    /** The tenant's own labels; null for none, and after the person's erasure. */
    metadata: text("metadata", { mode: "json" }).$type<unknown>(),
    /** The tenant's own checks as requested and answered; null before, and after the person's erasure. */
    checks: text("checks", { mode: "json" }).$type<unknown>(),
    /** When the next of them is overdue; null if none is awaited. */
    checkDeadline: timestamp("check_deadline"),
    /** When the declined person asked for a decision by a human; null if they did not. */
    contestedAt: timestamp("contested_at"),
    /** Their statement, encrypted; null without one, and after the person's erasure. */
    contestText: bytes("contest_text"),
    /** The named policy and its version that `policy` is; null for an inline policy. */
    policyId: text("policy_id"),
    policyVersion: integer("policy_version"),
    /** When a trust anchor that a result rests on was recalled; null if none was. */
    recalledAt: timestamp("recalled_at"),
    /** The last revision of the decided verification that a secret key has read: the first read is free. */
    readRevision: integer("read_revision").notNull().default(0),
  },
  (t) => [
    // Lists in the order of the ids: an index for each filter, so that SQLite needs no statistics for a page.
    index("verifications_list").on(t.tenantId, t.mode, t.id),
    index("verifications_customer").on(t.tenantId, t.mode, t.customerRef, t.id),
    index("verifications_status").on(t.tenantId, t.mode, t.status, t.id),
    index("verifications_decision").on(t.tenantId, t.mode, t.decision, t.id).where(sql`decision is not null`),
    // For the queue of reviews: only rows that wait for one, contested ones first.
    index("verifications_review")
      .on(t.tenantId, t.mode, sql`contested_at is null`, t.id)
      .where(
        sql`(decision = 'review' or (contested_at is not null and reviewed_at is null)) and customer_ref <> ''`,
      ),
    // For replays: the decisions of one named policy.
    index("verifications_policy").on(t.tenantId, t.mode, t.policyId, t.id).where(sql`policy_id is not null`),
    // For the sweep: only open ones, of all tenants.
    index("verifications_overdue")
      .on(t.expiresAt)
      .where(sql`status in ${wordList(OPEN_STATUSES)}`),
    // For the sweep: only those that await an external check, of all tenants.
    index("verifications_checks").on(t.checkDeadline).where(sql`check_deadline is not null`),
    // For the retention: only rows that are not erased yet.
    index("verifications_kept").on(t.tenantId, t.mode, t.id).where(sql`customer_ref <> ''`),
  ],
);

/**
 * One row for each change of a verification. Two writers that read the same revision collide on the primary
 * key, which rolls the loser's whole batch back. The loser reads and decides again: no attempt is lost, and
 * no decision is made twice.
 */
export const verificationRevisions = sqliteTable(
  "verification_revisions",
  {
    verificationId: text("verification_id").notNull(),
    revision: integer("revision").notNull(),
    ...scope,
    at: timestamp("at").notNull(),
    /**
     * created, step_result, checked, canceled, expired, proposed, reviewed, linked, claimed, consented,
     * contested or erased.
     */
    change: text("change").notNull(),
    /** Id of the result that caused the change; null for another cause. */
    resultId: text("result_id"),
    /**
     * What the rules were given, of a call what it measured: see `Inputs`. Null for other changes, and
     * after an erasure. `capture` names the call's document images: while the verification is open a salted
     * digest, after its end the first revision with the same images.
     */
    inputs: text("inputs", { mode: "json" }).$type<unknown>(),
  },
  (t) => [
    primaryKey({ columns: [t.verificationId, t.revision] }),
    index("verification_revisions_erased").on(t.at).where(sql`"change" = 'erased'`),
  ],
);

/** Single-use challenges of liveness checks and of chips. */
export const challenges = sqliteTable(
  "challenges",
  {
    id: text("id").primaryKey(),
    ...scope,
    verificationId: text("verification_id"),
    /** What is asked for: a movement, or the bytes that a chip signs, in hex. */
    action: text("action").notNull(),
    /** The token that it was issued to; null for a secret key, and for a liveness challenge. */
    token: text("token"),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    usedAt: timestamp("used_at"),
  },
  (t) => [index("challenges_expiry").on(t.expiresAt)],
);

/** A reviewer's note, which is personal data and therefore encrypted with the tenant's key. */
export const reviewNotes = sqliteTable(
  "review_notes",
  {
    verificationId: text("verification_id").notNull(),
    /** The verification's revision that the noted ruling made. */
    revision: integer("revision").notNull(),
    ...scope,
    /** The reviewer who wrote the note: see `Proposal.by`. */
    author: text("author").notNull(),
    at: timestamp("at").notNull(),
    note: bytes("note").notNull(),
  },
  (t) => [primaryKey({ columns: [t.verificationId, t.revision] })],
);
