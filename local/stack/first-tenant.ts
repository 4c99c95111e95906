import { randomBytes } from "node:crypto";
import { z } from "zod";
import { processPasswords } from "../../edge/accounts/passwords.ts";
import { addMember } from "../../edge/operations/accounts/members.ts";
import { type OperationServices, operatorContext } from "../../edge/operations/commit/context.ts";
import { createKey } from "../../edge/operations/tenants/keys.ts";
import { createTenant } from "../../edge/operations/tenants/tenant.ts";
import { localQuotas } from "../../edge/platform/quotas.ts";
import { listMembers } from "../../edge/store/accounts/members.ts";
import type { Database } from "../../edge/store/batch.ts";
import { findTenant } from "../../edge/store/tenancy/tenants.ts";
import { DamagedFileError, readJsonAs, writePrivateJson } from "./files.ts";

const schema = z.object({
  tenant_id: z.string(),
  keys: z.object({ test: z.string(), live: z.string() }),
  login: z.object({ email: z.string(), password: z.string() }),
});

/**
 * The stack's first tenant, its keys and its owner's login to the dashboard. A file that only the stack's
 * user can read keeps them, so that each start shows them.
 */
export type FirstTenant = z.infer<typeof schema>;

type Parts = Pick<OperationServices, "db" | "vault" | "serviceKey">;

const DAMAGED =
  "Backups do not hold it. Move it away: the next start creates another tenant with keys and a login, and those in the database stay";

/** The database was deleted, or replaced by that of another stack. */
const LOST = "Put its selfsame.db back, such as from a backup, or set SELFSAME_DATA to another folder";

/**
 * The first tenant; creates it, its keys, its login and its owner if they are missing. Throws
 * `DamagedFileError` if the database lacks the tenant of the file.
 */
export async function ensureFirstTenant(path: string, parts: Parts): Promise<FirstTenant> {
  const { db } = parts;
  const kept = await readJsonAs(path, schema, DAMAGED);
  if (kept !== undefined && (await findTenant(db, kept.tenant_id)) === undefined) {
    throw new DamagedFileError(path, "names a tenant that the database does not have", LOST);
  }
  const tenant = kept ?? (await newTenant(parts));
  // The file first: no one would know the password of a login that is not in it.
  if (kept === undefined) await writePrivateJson(path, tenant);
  const { tenant_id: tenantId, login } = tenant;
  if ((await listMembers(db, tenantId)).length === 0) await addOwner(db, tenantId, login);
  return tenant;
}

async function newTenant(parts: Parts): Promise<FirstTenant> {
  const ctx = operatorContext({ ...parts, quotas: localQuotas(process.env) }, Date.now());
  const { id } = await createTenant(ctx, { name: "Acme (test)" });
  const test = await createKey({ ...ctx, scope: { tenantId: id, mode: "test" } });
  const live = await createKey({ ...ctx, scope: { tenantId: id, mode: "live" } });
  return { tenant_id: id, keys: { test: test.key, live: live.key }, login: newLogin() };
}

const newLogin = () => ({
  email: "owner@selfsame.local",
  password: randomBytes(18).toString("base64url"),
});

async function addOwner(db: Database, tenantId: string, login: FirstTenant["login"]): Promise<void> {
  const ctx = { ...operatorContext({ db, passwords: processPasswords() }, Date.now()), tenantId };
  await addMember(ctx, { person: { name: "Owner", ...login }, role: "owner" });
}
