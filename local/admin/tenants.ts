import { linkPath } from "../../edge/accounts/links.ts";
import { createInvitation } from "../../edge/operations/accounts/invitations.ts";
import { createKey, revokeKey } from "../../edge/operations/tenants/keys.ts";
import {
  changeCap,
  changeSettings,
  createTenant,
  SETTING_RANGES,
} from "../../edge/operations/tenants/tenant.ts";
import type { Database } from "../../edge/store/batch.ts";
import { listKeys } from "../../edge/store/tenancy/keys.ts";
import { findTenant, listTenants, type TenantRow } from "../../edge/store/tenancy/tenants.ts";
import { readUsage } from "../../edge/store/tenancy/usage.ts";
import { STORE_MEDIA } from "../../vocabulary/enumerations.ts";
import { CommandError, type Commands, type Flags, given, type OperatorDatabase } from "./command.ts";

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const tenantView = (row: TenantRow) => ({
  id: row.id,
  name: row.name,
  store_media: row.storeMedia,
  erase_media_at_decision: row.eraseMediaAtDecision,
  retention_days: row.retentionDays,
  max_ttl_seconds: row.maxTtlSeconds,
  monthly_ceiling: row.monthlyCeiling,
  created_at: iso(row.createdAt),
});

/** The tenant that `--tenant` names. */
export async function existingTenant(db: Database, flags: Flags): Promise<TenantRow> {
  const tenant = await findTenant(db, flags.required("tenant"));
  if (tenant === undefined) throw new CommandError("not_found", "no such tenant");
  return tenant;
}

async function settingsByFlags({ db, context }: OperatorDatabase, flags: Flags): Promise<TenantRow> {
  const tenant = await existingTenant(db, flags);
  const { retentionDays: days, maxTtlSeconds: seconds } = SETTING_RANGES;
  const erases = flags.oneOf("erase-media-at-decision", ["true", "false"]);
  const changes = given({
    storeMedia: flags.oneOf("store-media", STORE_MEDIA),
    eraseMediaAtDecision: erases && erases === "true",
    retentionDays: flags.wholeOrNone("retention-days", days.min, days.max),
    maxTtlSeconds: flags.whole("max-ttl-seconds", seconds.min, seconds.max),
    monthlyCeiling: flags.wholeOrNone("monthly-ceiling", 0, Number.MAX_SAFE_INTEGER),
  });
  return changeSettings({ ...context(), tenantId: tenant.id }, changes);
}

/** Without an owner no member can sign in to the tenant's dashboard until `members invite`. */
async function createWithOwner({ context }: OperatorDatabase, flags: Flags) {
  const name = flags.required("name");
  const email = flags.text("owner") === undefined ? undefined : flags.address("owner");
  const tenant = await createTenant(context(), { name });
  if (email === undefined) return tenant;
  const ctx = { ...context(), tenantId: tenant.id };
  const { secret } = await createInvitation(ctx, { email, role: "owner" });
  return { ...tenant, owner: email, path: linkPath("invitation", secret) };
}

export const TENANT_COMMANDS: Commands = {
  "tenants create": {
    needs: "database",
    summary:
      "a new tenant; with --owner an invitation of its first owner, good for seven days: give its path, after the service's URL, to nobody but whose address it is",
    flags: { name: "string", owner: "string" },
    run: createWithOwner,
  },
  "tenants list": {
    needs: "database",
    summary: "every tenant, newest first",
    flags: {},
    run: async ({ db }) => (await listTenants(db)).map(tenantView),
  },
  "tenants settings": {
    needs: "database",
    summary:
      "shows a tenant's settings, after changing those that are given; what is older than --retention-days (a number, or none) is erased for good, and what belongs to a verification so many days after it ended: not registered faces, usage and the audit log. --monthly-ceiling (a number, or none) is the highest cap that an owner may set",
    flags: {
      tenant: "string",
      "store-media": "string",
      "erase-media-at-decision": "string",
      "retention-days": "string",
      "max-ttl-seconds": "string",
      "monthly-ceiling": "string",
    },
    run: async (database, flags) => tenantView(await settingsByFlags(database, flags)),
  },
  "keys create": {
    needs: "database",
    summary: "a new secret key, shown once",
    flags: { tenant: "string", mode: "string" },
    run: async ({ db, context }, flags) => {
      const scope = { tenantId: (await existingTenant(db, flags)).id, mode: flags.mode() };
      return createKey({ ...context(), scope });
    },
  },
  "keys list": {
    needs: "database",
    summary: "a tenant's keys, without the keys themselves",
    flags: { tenant: "string" },
    run: async ({ db }, flags) => {
      const keys = await listKeys(db, (await existingTenant(db, flags)).id);
      return keys.map(({ id, mode, hint, ...key }) => ({
        id,
        mode,
        hint,
        created_at: iso(key.createdAt),
        last_used_at: iso(key.lastUsedAt),
        revoked_at: iso(key.revokedAt),
      }));
    },
  },
  "keys revoke": {
    needs: "database",
    summary: "a key is void from now on",
    flags: { tenant: "string", id: "string" },
    run: async ({ db, context }, flags) => {
      const tenant = await existingTenant(db, flags);
      const id = flags.required("id");
      await revokeKey({ ...context(), tenantId: tenant.id }, { id });
      return { id, revoked: true };
    },
  },
  "usage show": {
    needs: "database",
    summary: "this month's calls and the monthly cap",
    flags: { tenant: "string", mode: "string" },
    run: async ({ db }, flags) => {
      const tenant = await existingTenant(db, flags);
      return readUsage(db, { tenantId: tenant.id, mode: flags.mode() }, Date.now());
    },
  },
  "usage cap": {
    needs: "database",
    summary: "sets the monthly cap; --limit is a number, or none, which lifts it",
    flags: { tenant: "string", mode: "string", limit: "string" },
    run: async ({ db, context }, flags) => {
      const tenant = await existingTenant(db, flags);
      const scope = { tenantId: tenant.id, mode: flags.mode() };
      flags.required("limit");
      const limit = flags.wholeOrNone("limit", 0, Number.MAX_SAFE_INTEGER) ?? null;
      await changeCap({ ...context(), scope }, { limit });
      return readUsage(db, scope, Date.now());
    },
  },
};
