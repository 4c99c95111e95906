import { auditLog } from "../../drizzle/schema/tenants.ts";
import type { Database, Statement } from "./batch.ts";

export type AuditEntry = Omit<typeof auditLog.$inferInsert, "seq">;

/** An entry of the audit log, for the batch of the change it tells of. No secret goes into `detail`. */
export function insertAudit(db: Database, entry: AuditEntry): Statement {
  return db.insert(auditLog).values(entry);
}
