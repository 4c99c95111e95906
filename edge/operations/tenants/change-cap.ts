import { ApiError } from "../../core/errors.ts";
import { findTenant } from "../../store/tenancy/tenants.ts";
import { readUsage, removeUsageCap, setUsageCap } from "../../store/tenancy/usage.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";

/**
 * Sets the limit of billable calls in a month; null removes the cap. Throws 400 `invalid_parameter` where
 * anybody but the operator goes over the tenant's ceiling.
 */
export async function changeCap(
  ctx: ScopeContext,
  { limit }: { readonly limit: number | null },
): Promise<void> {
  const { services, scope, now } = ctx;
  const { cap } = await readUsage(services.db, scope, now);
  if (ctx.actor.kind !== "operator") await assertBelowCeiling(ctx, limit);
  const change = { before: { limit: cap }, after: { limit } };
  await commit(ctx, {
    statements: [
      limit === null ? removeUsageCap(services.db, scope) : setUsageCap(services.db, scope, limit),
    ],
    audit: [auditEntry(ctx, { action: "usage.cap", target: scope.tenantId, ...change })],
    changesKeys: true,
  });
}

async function assertBelowCeiling({ services, scope }: ScopeContext, limit: number | null): Promise<void> {
  const ceiling = (await findTenant(services.db, scope.tenantId))?.monthlyCeiling ?? null;
  if (ceiling === null || (limit !== null && limit <= ceiling)) return;
  throw new ApiError(
    "invalid_parameter",
    `The cap is at most ${ceiling} calls: only the operator lifts that.`,
    {
      param: "limit",
    },
  );
}
