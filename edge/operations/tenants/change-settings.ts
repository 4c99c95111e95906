import type { Scope } from "../../scope.ts";
import type { Actor } from "../../store/audit/actor.ts";
import { commitAudited } from "../../store/audit/audit.ts";
import type { Database } from "../../store/batch.ts";
import { type TenantRow, type TenantSettings, updateTenantSettings } from "../../store/tenancy/tenants.ts";
import { readUsage, removeUsageCap, setUsageCap } from "../../store/tenancy/usage.ts";

/** What a tenant may set for itself, in days and seconds. */
export const SETTING_RANGES = {
  retentionDays: { min: 1, max: 36_500 },
  maxTtlSeconds: { min: 60, max: 86_400 },
} as const;

/** Changes a tenant's settings; what is given as it is already is no change. Returns the tenant as it is then. */
export async function changeSettings(
  db: Database,
  tenant: TenantRow,
  given: Partial<TenantSettings>,
  actor: Actor,
  now: number,
): Promise<TenantRow> {
  const names = (Object.keys(given) as (keyof TenantSettings)[]).filter(
    (name) => given[name] !== tenant[name],
  );
  if (names.length === 0) return tenant;
  const [before, after] = [tenant, given].map((from) =>
    Object.fromEntries(names.map((name) => [name, from[name]])),
  ) as [Partial<TenantSettings>, Partial<TenantSettings>];
  const entry = {
    tenantId: tenant.id,
    mode: null,
    at: now,
    actor,
    action: "tenant.settings",
    target: tenant.id,
  };
  await commitAudited(db, [{ ...entry, before, after }], [updateTenantSettings(db, tenant.id, after)]);
  return { ...tenant, ...after };
}

/** Sets the most billable calls a month; null: as many as there are. */
export async function changeCap(
  db: Database,
  scope: Scope,
  limit: number | null,
  actor: Actor,
  now: number,
): Promise<void> {
  const { cap } = await readUsage(db, scope, now);
  const entry = { ...scope, at: now, actor, action: "usage.cap", target: scope.tenantId };
  await commitAudited(
    db,
    [{ ...entry, before: { limit: cap }, after: { limit } }],
    [limit === null ? removeUsageCap(db, scope) : setUsageCap(db, scope, limit)],
  );
}
