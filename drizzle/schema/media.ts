import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MEDIA_KINDS } from "../../vocabulary/enumerations.ts";
import { scope, timestamp } from "./columns.ts";

/**
 * The objects of the store and the results that show them. A row is written before its object, so that no
 * object is unknown: `pending` until the result is written, `kept` with it, `erasing` until the object is
 * gone, then `erased`.
 */
export const mediaObjects = sqliteTable(
  "media_objects",
  {
    id: text("id").primaryKey(),
    ...scope,
    objectKey: text("object_key").notNull(),
    resultId: text("result_id").notNull(),
    verificationId: text("verification_id"),
    /** Null once the object is gone. */
    customerRef: text("customer_ref"),
    kind: text("kind", { enum: MEDIA_KINDS }).notNull(),
    /** Side of a document; null if the caller does not name it, and for faces. */
    side: text("side", { enum: ["front", "back"] }),
    /** Place of a challenge's frame, from 1; null for other images. */
    frame: integer("frame"),
    mediaType: text("media_type").notNull(),
    /** Pixels of the upright image that was judged; null for an original, and if it was not measured. */
    width: integer("width"),
    height: integer("height"),
    state: text("state", { enum: ["pending", "kept", "erasing", "erased"] }).notNull(),
    createdAt: timestamp("created_at").notNull(),
    /**
     * For an image that is kept only for a review: when it is erased at the latest; it ends with its
     * verification. Null for an image that the policy keeps.
     */
    keptUntil: timestamp("kept_until"),
    /** When the erasure was requested. */
    erasedAt: timestamp("erased_at"),
  },
  (t) => [
    index("media_objects_key").on(t.objectKey),
    index("media_objects_result").on(t.resultId),
    index("media_objects_verification").on(t.verificationId).where(sql`verification_id is not null`),
    index("media_objects_customer")
      .on(t.tenantId, t.mode, t.customerRef)
      .where(sql`customer_ref is not null`),
    // For the retention: only rows that are not erased yet.
    index("media_objects_kept").on(t.tenantId, t.mode, t.id).where(sql`state = 'kept'`),
    // For the sweep: only rows that are not settled, so that the index stays small.
    index("media_objects_unsettled").on(t.state, t.createdAt).where(sql`state in ('pending', 'erasing')`),
    // For the sweep: only images that are kept for a review.
    index("media_objects_review").on(t.keptUntil).where(sql`state = 'kept' and kept_until is not null`),
    index("media_objects_erased").on(t.erasedAt).where(sql`state = 'erased'`),
  ],
);
