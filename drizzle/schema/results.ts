import { sql } from "drizzle-orm";
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { REGISTRATION_ORIGINS } from "../../vocabulary/faces.ts";
import { FRAUD_DECISIONS, RECORD_KINDS } from "../../vocabulary/fraud.ts";
import { bytes, scope, timestamp, wordList } from "./columns.ts";

const result = {
  id: text("id").primaryKey(),
  ...scope,
  verificationId: text("verification_id"),
  customerRef: text("customer_ref"),
  createdAt: timestamp("created_at").notNull(),
};

/** The answer to a secret key, without `created_at` and fields that every read computes. */
const body = text("body", { mode: "json" }).$type<Record<string, unknown>>().notNull();

/** Readings of documents: of photos, and of what an issuer signed, such as a chip. The id's prefix tells. */
export const ocrResults = sqliteTable(
  "ocr_results",
  {
    ...result,
    body,
    /** Encrypted face template of the portrait, for the verification's face match. */
    portraitTemplate: bytes("portrait_template"),
    templateVersion: text("template_version"),
    /**
     * Set by erasure, which removes everything personal; the row stays so that deleting again answers 204.
     */
    deletedAt: timestamp("deleted_at"),
  },
  (t) => [
    index("ocr_results_scope").on(t.tenantId, t.mode, t.id),
    index("ocr_results_verification").on(t.tenantId, t.mode, t.verificationId, t.id),
    index("ocr_results_customer").on(t.tenantId, t.mode, t.customerRef).where(sql`customer_ref is not null`),
    // For the retention: only rows that are not erased yet, since erased rows stay.
    index("ocr_results_kept").on(t.tenantId, t.mode, t.id).where(sql`deleted_at is null`),
    index("ocr_results_erased").on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const livenessResults = sqliteTable(
  "liveness_results",
  {
    ...result,
    body,
    isLive: integer("is_live", { mode: "boolean" }).notNull(),
    /** What a challenge asked for, for reviewers; null for other checks. */
    action: text("action"),
    /**
     * Encrypted template of the best selfie frame, with the perceptual hashes of all frames; null unless the
     * check counts inside a verification.
     */
    frameTemplate: bytes("frame_template"),
    templateVersion: text("template_version"),
    /**
     * Perceptual hashes of the frames' faces, as libSQL's one-bit vectors, the first frame's first; null if
     * no frame shows a face, or if the row has no end user, whose erasure could find it.
     */
    frameHash1: bytes("frame_hash_1"),
    frameHash2: bytes("frame_hash_2"),
    frameHash3: bytes("frame_hash_3"),
    frameHash4: bytes("frame_hash_4"),
    frameHash5: bytes("frame_hash_5"),
  },
  (t) => [
    // Covers the search for frames that were sent before, which reads the checks part by part in their order.
    index("liveness_results_frames")
      .on(
        t.tenantId,
        t.mode,
        t.id,
        t.customerRef,
        t.frameHash1,
        t.frameHash2,
        t.frameHash3,
        t.frameHash4,
        t.frameHash5,
      )
      .where(sql`frame_hash_1 is not null`),
    index("liveness_results_scope").on(t.tenantId, t.mode, t.id),
    index("liveness_results_verification").on(t.tenantId, t.mode, t.verificationId, t.id),
    index("liveness_results_customer")
      .on(t.tenantId, t.mode, t.customerRef)
      .where(sql`customer_ref is not null`),
  ],
);

export const faceMatches = sqliteTable(
  "face_matches",
  {
    ...result,
    kind: text("kind", { enum: ["verify", "registration_verify", "dedupe", "verification"] }).notNull(),
    body,
  },
  (t) => [
    index("face_matches_scope").on(t.tenantId, t.mode, t.id),
    index("face_matches_verification").on(t.tenantId, t.mode, t.verificationId, t.id),
    index("face_matches_customer").on(t.tenantId, t.mode, t.customerRef).where(sql`customer_ref is not null`),
    // The end user that a search found, for that end user's erasure.
    index("face_matches_found")
      .on(t.tenantId, t.mode, sql`"body" ->> '$.customer_ref'`)
      .where(sql`"body" ->> '$.customer_ref' is not null`),
  ],
);

export const fraudResults = sqliteTable(
  "fraud_results",
  {
    ...result,
    recordKind: text("record_kind", { enum: RECORD_KINDS }).notNull(),
    decision: text("decision", { enum: FRAUD_DECISIONS }).notNull(),
    isFraudulent: integer("is_fraudulent", { mode: "boolean" }).notNull(),
    overallScore: real("overall_score"),
    thresholdSuspicious: real("threshold_suspicious").notNull(),
    thresholdFraudulent: real("threshold_fraudulent").notNull(),
    criticalFailed: integer("critical_failed", { mode: "boolean" }).notNull(),
    majorFailed: integer("major_failed", { mode: "boolean" }).notNull(),
    requiredMissing: integer("required_missing", { mode: "boolean" }).notNull(),
    /** False in a legacy row, for which no reading was requested. */
    authenticityMissing: integer("authenticity_missing", { mode: "boolean" }).notNull().default(false),
    /** Perceptual hash of the image, as libSQL's one-bit vector; null if images are not compared. */
    imageFingerprint: bytes("image_fingerprint"),
    /** Id of another end user's result with the same image. For the dashboard only. */
    duplicateOf: text("duplicate_of"),
    body,
  },
  (t) => [
    index("fraud_results_scope").on(t.tenantId, t.mode, t.id),
    index("fraud_results_verification").on(t.tenantId, t.mode, t.verificationId, t.id),
    // Covers the search for near-duplicates, which reads the images part by part in the order of the ids.
    index("fraud_results_fingerprint")
      .on(t.tenantId, t.mode, t.id, t.customerRef, t.imageFingerprint)
      .where(sql`image_fingerprint is not null`),
    index("fraud_results_customer")
      .on(t.tenantId, t.mode, t.customerRef)
      .where(sql`customer_ref is not null`),
    // Contract §6. The trigger `fraud_record_kind_stays` keeps a row's `record_kind` unchanged: a migration
    // that rebuilds this table must make it again.
    check("fraud_record_kind", sql`${t.recordKind} in ${wordList(RECORD_KINDS)}`),
    check("fraud_decision", sql`${t.decision} in ${wordList(FRAUD_DECISIONS)}`),
    check("fraud_flag_follows_decision", sql`${t.isFraudulent} = (${t.decision} = 'fraudulent')`),
    check("fraud_critical_is_fraudulent", sql`${t.criticalFailed} = 0 or ${t.decision} = 'fraudulent'`),
    check(
      "fraud_clean_is_clean",
      sql`${t.decision} <> 'clean' or (${t.recordKind} = 'canonical' and ${t.criticalFailed} = 0 and ${t.majorFailed} = 0 and ${t.requiredMissing} = 0 and ${t.overallScore} is not null and ${t.overallScore} < ${t.thresholdSuspicious})`,
    ),
    check("fraud_clean_is_authentic", sql`${t.decision} <> 'clean' or ${t.authenticityMissing} = 0`),
    check(
      "fraud_body_tells_authenticity",
      sql`coalesce(${t.body} ->> '$.authenticity_missing', ${t.authenticityMissing}) = ${t.authenticityMissing}`,
    ),
    check("fraud_legacy_has_no_score", sql`(${t.recordKind} = 'legacy') = (${t.overallScore} is null)`),
    check("fraud_score_in_range", sql`${t.overallScore} is null or ${t.overallScore} between 0 and 1`),
    check(
      "fraud_thresholds_in_order",
      sql`0 < ${t.thresholdSuspicious} and ${t.thresholdSuspicious} < ${t.thresholdFraudulent} and ${t.thresholdFraudulent} <= 1`,
    ),
    // The body is the answer: its decision must agree with the columns.
    check(
      "fraud_body_follows_row",
      sql`${t.body} ->> '$.decision' is ${t.decision} and ${t.body} ->> '$.is_fraudulent' is ${t.isFraudulent} and ${t.body} ->> '$.record_kind' is ${t.recordKind} and (${t.body} ->> '$.overall_score' is ${t.overallScore} or coalesce(abs(${t.body} ->> '$.overall_score' - ${t.overallScore}) < 1e-9, 0))`,
    ),
  ],
);

/** Registered faces. `seq` grows with every change, deletions included, so that a search index can follow. */
export const faceTemplates = sqliteTable(
  "face_templates",
  {
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    registrationId: text("registration_id").notNull(),
    ...scope,
    customerRef: text("customer_ref").notNull(),
    /** Template encrypted with the tenant's key, bound to registration and version; null once deleted. */
    template: bytes("template"),
    templateVersion: text("template_version").notNull(),
    quality: text("quality", { mode: "json" }).$type<Record<string, unknown>>(),
    createdAt: timestamp("created_at").notNull(),
    deletedAt: timestamp("deleted_at"),
    origin: text("origin", { enum: REGISTRATION_ORIGINS }).notNull().default("upload"),
    /**
     * Encrypted perceptual hash of the document's portrait that the face was approved with; null without a
     * document, and once deleted.
     */
    portraitHash: bytes("portrait_hash"),
  },
  (t) => [
    uniqueIndex("face_templates_active").on(t.tenantId, t.mode, t.customerRef).where(sql`deleted_at is null`),
    index("face_templates_follow").on(t.tenantId, t.mode, t.seq),
    index("face_templates_customer").on(t.tenantId, t.mode, t.customerRef, t.seq),
    index("face_templates_registration").on(t.tenantId, t.mode, t.registrationId),
    // For lists, which a gallery's deletions must not slow down.
    index("face_templates_listed").on(t.tenantId, t.mode, t.seq).where(sql`deleted_at is null`),
    // For the retention of registrations.
    index("face_templates_kept").on(t.tenantId, t.mode, t.registrationId).where(sql`deleted_at is null`),
    index("face_templates_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
    // Shows in one step whether a gallery holds faces of another template version.
    index("face_templates_version").on(t.tenantId, t.mode, t.templateVersion).where(sql`deleted_at is null`),
  ],
);
