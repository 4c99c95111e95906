import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MODES } from "../../vocabulary/enumerations.ts";
import { ANCHOR_KINDS } from "../../vocabulary/trust.ts";
import { bytes, scope, timestamp } from "./columns.ts";

/**
 * Certificates that the operator trusts, for all tenants; each mode has its own. A removed or recalled row
 * stays, so that a recall finds what rests on it.
 */
export const trustAnchors = sqliteTable(
  "trust_anchors",
  {
    mode: text("mode", { enum: MODES }).notNull(),
    /** Of the certificate, in hex. */
    sha256: text("sha256").notNull(),
    kind: text("kind", { enum: ANCHOR_KINDS }).notNull(),
    /** X.509, DER. */
    certificate: bytes("certificate").notNull(),
    /** ISO 3166 alpha-2, of the subject; null if it names none. */
    country: text("country"),
    /** The subject key identifier in hex; null without that extension. */
    subjectKeyId: text("subject_key_id"),
    /** The signer as seals name it, such as `DETS/32`; null for other kinds. */
    signer: text("signer"),
    /** As seals of ICAO's IDB name it: the last five bytes of its SHA-1 in hex; null for other kinds. */
    reference: text("reference"),
    validFrom: timestamp("valid_from").notNull(),
    validTo: timestamp("valid_to").notNull(),
    /**
     * SHA-256 in hex of the root that signed the certificate or its list; null if the operator named none.
     */
    signedBy: text("signed_by"),
    /** SHA-256 in hex of the file that it came from. */
    sourceSha256: text("source_sha256").notNull(),
    /** The actor, as the audit log names it. */
    addedBy: text("added_by").notNull(),
    addedAt: timestamp("added_at").notNull(),
    removedAt: timestamp("removed_at"),
    recalledAt: timestamp("recalled_at"),
  },
  (t) => [
    primaryKey({ columns: [t.mode, t.sha256] }),
    index("trust_anchors_signer").on(t.mode, t.kind, t.signer),
    index("trust_anchors_reference").on(t.mode, t.kind, t.reference),
  ],
);

/** The results that rest on a trust anchor. They name no person. */
export const trustUses = sqliteTable(
  "trust_uses",
  {
    ...scope,
    anchorSha256: text("anchor_sha256").notNull(),
    resultId: text("result_id").notNull(),
    /** Null outside a verification. */
    verificationId: text("verification_id"),
    at: timestamp("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.mode, t.resultId, t.anchorSha256] }),
    // For a recall, which reads the results of all tenants.
    index("trust_uses_anchor").on(t.anchorSha256, t.mode, t.resultId),
  ],
);
