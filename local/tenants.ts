import { newSecretKey } from "../edge/auth/secret-key.ts";
import { type Mode, newId } from "../edge/scope.ts";
import { commitAudited } from "../edge/store/audit.ts";
import { OPERATOR } from "../edge/store/audit-chain.ts";
import type { Database } from "../edge/store/batch.ts";
import { insertKey } from "../edge/store/keys.ts";
import { insertTenant } from "../edge/store/tenants.ts";

/** A new tenant with the default settings. */
export async function createTenant(db: Database, name: string): Promise<{ id: string; name: string }> {
  const now = Date.now();
  const id = newId("tenant", now);
  const entry = {
    ...{ tenantId: id, mode: null, at: now, actor: OPERATOR },
    ...{ action: "tenant.create", target: id, before: null, after: { name } },
  };
  await commitAudited(db, [entry], [insertTenant(db, { id, name, createdAt: now })]);
  return { id, name };
}

/** A new secret key of the tenant; the key itself is shown this once. */
export async function createKey(
  db: Database,
  tenantId: string,
  mode: Mode,
): Promise<{ id: string; key: string }> {
  const now = Date.now();
  const id = newId("apiKey", now);
  const { key, hash, hint } = await newSecretKey(mode);
  const entry = {
    ...{ tenantId, mode, at: now, actor: OPERATOR },
    ...{ action: "key.create", target: id, before: null, after: { hint } },
  };
  const row = { id, hash, hint, createdAt: now };
  await commitAudited(db, [entry], [insertKey(db, { tenantId, mode }, row)]);
  return { id, key };
}
