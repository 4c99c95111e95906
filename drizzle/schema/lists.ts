import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { LIST_KINDS, LISTS } from "../../vocabulary/own-checks.ts";
import { bytes, scope, timestamp } from "./columns.ts";

/** Items of a tenant's block list and allow list: documents by an HMAC, faces by their registration. */
export const listItems = sqliteTable(
  "list_items",
  {
    id: text("id").primaryKey(),
    ...scope,
    list: text("list", { enum: LISTS }).notNull(),
    kind: text("kind", { enum: LIST_KINDS }).notNull(),
    /** The issuing state of a document; null for a face. */
    issuingCountry: text("issuing_country"),
    /** The HMAC of a document's issuing state and number, as `search_terms` has it; of a face, of its id. */
    term: bytes("term").notNull(),
    /** Of a face; null for a document. */
    registrationId: text("registration_id"),
    /** The tenant's reason for the item. */
    reason: text("reason"),
    createdAt: timestamp("created_at").notNull(),
    /** Null for an item without an end. */
    expiresAt: timestamp("expires_at"),
  },
  (t) => [
    // Finds a document or a face on either list, and keeps each of them once on a list.
    uniqueIndex("list_items_term").on(t.tenantId, t.mode, t.term, t.list),
    index("list_items_list").on(t.tenantId, t.mode, t.list, t.id),
    index("list_items_expiry").on(t.expiresAt),
    // For the end of a registration.
    index("list_items_face").on(t.tenantId, t.mode, t.registrationId).where(sql`registration_id is not null`),
  ],
);
