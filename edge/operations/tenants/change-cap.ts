import { readUsage, removeUsageCap, setUsageCap } from "../../store/tenancy/usage.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";

/** Sets the limit of billable calls in a month; null removes the cap. */
export async function changeCap(
  ctx: ScopeContext,
  { limit }: { readonly limit: number | null },
): Promise<void> {
  const { services, scope, now } = ctx;
  const { cap } = await readUsage(services.db, scope, now);
  const change = { before: { limit: cap }, after: { limit } };
  await commit(ctx, {
    statements: [
      limit === null ? removeUsageCap(services.db, scope) : setUsageCap(services.db, scope, limit),
    ],
    audit: [auditEntry(ctx, { action: "usage.cap", target: scope.tenantId, ...change })],
  });
}
