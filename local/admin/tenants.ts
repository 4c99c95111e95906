import type { Mode } from "../../edge/scope.ts";
import { commitAudited } from "../../edge/store/audit.ts";
import { type AuditFacts, OPERATOR } from "../../edge/store/audit-chain.ts";
import type { Database, Statement } from "../../edge/store/batch.ts";
import { findKey, listKeys, revokeKey } from "../../edge/store/keys.ts";
import { findTenant, listTenants, type TenantRow, updateTenantSettings } from "../../edge/store/tenants.ts";
import { readUsage, setUsageCap } from "../../edge/store/usage.ts";
import { createKey, createTenant } from "../tenants.ts";
import { CommandError, type Commands, type Flags } from "./command.ts";

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const tenantView = (row: TenantRow) => ({
  id: row.id,
  name: row.name,
  store_media: row.storeMedia,
  retention_days: row.retentionDays,
  max_ttl_seconds: row.maxTtlSeconds,
  created_at: iso(row.createdAt),
});

/** The tenant that `--tenant` names. */
export async function existingTenant(db: Database, flags: Flags): Promise<TenantRow> {
  const tenant = await findTenant(db, flags.required("tenant"));
  if (tenant === undefined) throw new CommandError("not_found", "no such tenant");
  return tenant;
}

async function changeSettings(db: Database, flags: Flags): Promise<TenantRow> {
  const tenant = await existingTenant(db, flags);
  const storeMedia = flags.text("store-media");
  if (storeMedia !== undefined && storeMedia !== "true" && storeMedia !== "false") {
    throw new CommandError("invalid_parameter", "--store-media is true or false");
  }
  const retentionDays = flags.whole("retention-days", 1, 36_500);
  const maxTtlSeconds = flags.whole("max-ttl-seconds", 60, 86_400);
  const changes = {
    ...(storeMedia === undefined ? {} : { storeMedia: storeMedia === "true" }),
    ...(retentionDays === undefined ? {} : { retentionDays }),
    ...(maxTtlSeconds === undefined ? {} : { maxTtlSeconds }),
  };
  if (Object.keys(changes).length === 0) return tenant;
  const names = Object.keys(changes) as (keyof typeof changes)[];
  await change(db, updateTenantSettings(db, tenant.id, changes), {
    ...{ tenantId: tenant.id, mode: null, action: "tenant.settings", target: tenant.id },
    before: Object.fromEntries(names.map((name) => [name, tenant[name]])),
    after: changes,
  });
  return { ...tenant, ...changes };
}

interface Told {
  readonly tenantId: string;
  readonly mode: Mode | null;
  readonly action: string;
  readonly target: string;
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
}

/** Makes a change and its entry in the audit log. */
function change(db: Database, statement: Statement, told: Told): Promise<unknown[]> {
  return commitAudited(db, [{ ...told, at: Date.now(), actor: OPERATOR }], [statement]);
}

export const TENANT_COMMANDS: Commands = {
  "tenants create": {
    needs: "database",
    summary: "a new tenant",
    flags: { name: "string" },
    run: ({ db }, flags) => createTenant(db, flags.required("name")),
  },
  "tenants list": {
    needs: "database",
    summary: "every tenant, newest first",
    flags: {},
    run: async ({ db }) => (await listTenants(db)).map(tenantView),
  },
  "tenants settings": {
    needs: "database",
    summary: "shows a tenant's settings, after changing those that are given",
    flags: {
      tenant: "string",
      "store-media": "string",
      "retention-days": "string",
      "max-ttl-seconds": "string",
    },
    run: async ({ db }, flags) => tenantView(await changeSettings(db, flags)),
  },
  "keys create": {
    needs: "database",
    summary: "a new secret key, shown once",
    flags: { tenant: "string", mode: "string" },
    run: async ({ db }, flags) => createKey(db, (await existingTenant(db, flags)).id, flags.mode()),
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
    run: async ({ db }, flags) => {
      const tenant = await existingTenant(db, flags);
      const id = flags.required("id");
      const key = await findKey(db, tenant.id, id);
      if (key === undefined) throw new CommandError("not_found", "no such key");
      await change(db, revokeKey(db, tenant.id, id, Date.now()), {
        ...{ tenantId: tenant.id, mode: key.mode, action: "key.revoke", target: id },
        ...{ before: null, after: null },
      });
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
    summary: "sets the monthly cap",
    flags: { tenant: "string", mode: "string", limit: "string" },
    run: async ({ db }, flags) => {
      const tenant = await existingTenant(db, flags);
      const scope = { tenantId: tenant.id, mode: flags.mode() };
      flags.required("limit");
      const limit = flags.whole("limit", 0, Number.MAX_SAFE_INTEGER) ?? 0;
      const { cap } = await readUsage(db, scope, Date.now());
      await change(db, setUsageCap(db, scope, limit), {
        ...{ ...scope, action: "usage.cap", target: tenant.id },
        ...{ before: { limit: cap }, after: { limit } },
      });
      return readUsage(db, scope, Date.now());
    },
  },
};
