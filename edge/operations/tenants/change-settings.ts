import { ApiError } from "../../core/errors.ts";
import {
  findTenant,
  type OperatorSettings,
  type TenantRow,
  type TenantSettings,
  updateTenantSettings,
} from "../../store/tenancy/tenants.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { TenantContext } from "../commit/context.ts";

type Changes = Partial<TenantSettings & OperatorSettings>;

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
  maxTtlSeconds: { min: 60, max: 86_400 },
} as const;
