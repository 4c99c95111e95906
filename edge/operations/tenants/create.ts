import { newId } from "../../core/ids.ts";
import { insertTenant } from "../../store/tenancy/tenants.ts";
import { insertWrappedKey } from "../../store/tenancy/wrapped-keys.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

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
