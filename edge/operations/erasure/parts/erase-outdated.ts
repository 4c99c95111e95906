import { isUnmet } from "../../../store/batch.ts";
import { type OutdatedRows, outdatedErasures } from "../../../store/erasure/retention.ts";
import { auditEntry } from "../../commit/audit-entry.ts";
import { commit } from "../../commit/commit.ts";
import type { Context } from "../../commit/context.ts";

/**
 * Erases the outdated rows in one batch, and tells the audit log their numbers. Erases exactly those rows, or
 * nothing where one of them has changed since, or the tenant now keeps them for longer.
 */
export async function eraseOutdated(ctx: Context, outdated: OutdatedRows): Promise<void> {
  const { services, now } = ctx;
  const { retention, cutoff, found, objectKeys } = outdated;
  const { media_objects: _, ...told } = found;
  const counts = Object.fromEntries(Object.entries(told).map(([kind, { count }]) => [kind, count]));
  const after = { older_than: new Date(cutoff).toISOString(), ...counts, media: objectKeys.length };
  const { scope } = retention;
  const entry = auditEntry({ ...ctx, scope }, { action: "retention.erase", target: scope.tenantId, after });
  try {
    const statements = outdatedErasures(services.db, outdated, now);
    await commit(ctx, { statements, audit: [entry], erases: objectKeys });
  } catch (error) {
    // Another sweep or a person was faster: the next sweep finds the remaining rows again.
    if (!isUnmet(error)) throw error;
  }
}
