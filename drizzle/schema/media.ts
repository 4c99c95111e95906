import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MEDIA_KINDS } from "../../edge/vocabulary/media.ts";
import { scope, timestamp } from "./columns.ts";

/**
 * Which result shows which object of the store: one row for each. A row is there before its object, so that no object is
 * ever unknown: `pending` until the result is written, `kept` with it, `erasing` until the object is gone, then `erased`.
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
    /** Of a document; null where it is not told, and for faces. */
    side: text("side", { enum: ["front", "back"] }),
    mediaType: text("media_type").notNull(),
    /** As browsers show it, upright, in pixels; null where nobody measured it, or they would not turn it. */
    width: integer("width"),
    height: integer("height"),
    state: text("state", { enum: ["pending", "kept", "erasing", "erased"] }).notNull(),
    createdAt: timestamp("created_at").notNull(),
    /** When the erasure was asked for. */
    erasedAt: timestamp("erased_at"),
  },
  (t) => [
    index("media_objects_key").on(t.objectKey),
    index("media_objects_result").on(t.resultId),
    index("media_objects_verification").on(t.verificationId).where(sql`verification_id is not null`),
    index("media_objects_customer")
      .on(t.tenantId, t.mode, t.customerRef)
      .where(sql`customer_ref is not null`),
    // What the retention has yet to erase.
    index("media_objects_kept").on(t.tenantId, t.mode, t.id).where(sql`state = 'kept'`),
    // What the sweep looks at: neither what is kept nor what is done with grows into it.
    index("media_objects_unsettled").on(t.state, t.createdAt).where(sql`state in ('pending', 'erasing')`),
    index("media_objects_erased").on(t.erasedAt).where(sql`state = 'erased'`),
  ],
);
