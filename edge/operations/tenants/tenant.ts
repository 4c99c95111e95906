import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import {
  findTenant,
  insertTenant,
  type MemberSettings,
  type OperatorSettings,
  type TenantRow,
  type TenantSettings,
  updateTenantSettings,
} from "../../store/tenancy/tenants.ts";
import { readUsage, removeUsageCap, setUsageCap } from "../../store/tenancy/usage.ts";
import { insertWrappedKey } from "../../store/tenancy/wrapped-keys.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type Context, type ScopeContext, type TenantContext } from "../commit/context.ts";

/** Makes a tenant with the default settings and a key of its own for its data. */
export async function createTenant(
  ctx: Context<"vault">,
  { name }: { readonly name: string },
): Promise<{ id: string; name: string }> {
  const { services, now } = ctx;
  const id = newId("tenant", now);
  await commit(ctx, {
    statements: [
      insertTenant(services.db, { id, name, createdAt: now }),
      insertWrappedKey(services.db, await services.vault.newKey({ tenantId: id })),
    ],
    audit: [auditEntry({ ...ctx, tenantId: id }, { action: "tenant.create", target: id, after: { name } })],
  });
  return { id, name };
}

type Changes = Partial<TenantSettings & MemberSettings & OperatorSettings>;

/**
 * Changes the given settings, and leaves unchanged values out of the audit log. Returns the tenant after the
 * change.
 */
export async function changeSettings(ctx: TenantContext, given: Changes): Promise<TenantRow> {
  const { services, tenantId } = ctx;
  const tenant = await findTenant(services.db, tenantId);
  if (tenant === undefined) throw new ApiError("not_found", "There is no such tenant.");
  const names = (Object.keys(given) as (keyof Changes)[]).filter((name) => given[name] !== tenant[name]);
  if (names.length === 0) return tenant;
  const pick = (from: Changes): Changes => Object.fromEntries(names.map((name) => [name, from[name]]));
  const before = pick(tenant);
  const after = pick(given);
  await commit(ctx, {
    statements: [updateTenantSettings(services.db, tenantId, after)],
    audit: [auditEntry(ctx, { action: "tenant.settings", target: tenantId, before, after })],
    changesKeys: true,
  });
  return { ...tenant, ...after };
}

/** The ranges of a tenant's own settings, in days and seconds. */
export const SETTING_RANGES = {
  retentionDays: { min: 1, max: 36_500 },
  registrationDays: { min: 1, max: 36_500 },
  maxTtlSeconds: { min: 60, max: 86_400 },
} as const;

/**
 * Sets the limit of billable calls in a month; null removes the cap. Throws 400 `invalid_parameter` if a
 * caller other than the operator exceeds the tenant's ceiling.
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
