import { newSecretKey } from "../edge/auth/secret-key.ts";
import { type Mode, newId } from "../edge/scope.ts";
import { insertAudit } from "../edge/store/audit.ts";
import { commit, type Database } from "../edge/store/batch.ts";
import { insertKey } from "../edge/store/keys.ts";
import { insertTenant } from "../edge/store/tenants.ts";

const ACTOR = "operator";

/** A new tenant with the default settings. */
export async function createTenant(db: Database, name: string): Promise<{ id: string; name: string }> {
  const now = Date.now();
  const id = newId("tenant", now);
  await commit(db, [
    insertTenant(db, { id, name, createdAt: now }),
    insertAudit(db, {
      tenantId: id,
      at: now,
      actor: ACTOR,
      action: "tenant.create",
      target: id,
      detail: { name },
    }),
  ]);
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
  await commit(db, [
    insertKey(db, { tenantId, mode }, { id, hash, hint, createdAt: now }),
    insertAudit(db, { tenantId, at: now, actor: ACTOR, action: "key.create", target: id, detail: { mode } }),
  ]);
  return { id, key };
}
