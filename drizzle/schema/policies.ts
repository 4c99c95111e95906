import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { scope, timestamp } from "./columns.ts";

/** Named policies. A policy's rules are its versions'. */
export const policies = sqliteTable(
  "policies",
  {
    id: text("id").primaryKey(),
    ...scope,
    /** The tenant's own name for it. */
    name: text("name").notNull(),
    /** The number of its last version. */
    version: integer("version").notNull(),
    createdAt: timestamp("created_at").notNull(),
    updatedAt: timestamp("updated_at").notNull(),
    /** Null while verifications may be created under it. */
    archivedAt: timestamp("archived_at"),
  },
  (t) => [index("policies_list").on(t.tenantId, t.mode, t.id)],
);

/** The versions of named policies. A version never changes. */
export const policyVersions = sqliteTable(
  "policy_versions",
  {
    policyId: text("policy_id").notNull(),
    version: integer("version").notNull(),
    ...scope,
    /** With the defaults of its creation. */
    policy: text("policy", { mode: "json" }).$type<unknown>().notNull(),
    createdAt: timestamp("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.policyId, t.version] })],
);
