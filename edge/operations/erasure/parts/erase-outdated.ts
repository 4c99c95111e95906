import { isUnmet } from "../../../store/batch.ts";
import { type OutdatedRows, outdatedErasures } from "../../../store/erasure/retention.ts";
import { auditEntry } from "../../commit/audit-entry.ts";
import { commit } from "../../commit/commit.ts";
import type { Context } from "../../commit/context.ts";

/**
 * Erases in one batch what was found, and tells the audit log how much it was: exactly that, or nothing where
 * any of it has changed since, or the tenant keeps it for longer now.
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
    // Another sweep was faster, or a person: what is still over is found again by the next one.
    if (!isUnmet(error)) throw error;
  }
}
