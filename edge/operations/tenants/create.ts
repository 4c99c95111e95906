import { newId } from "../../ids.ts";
import { insertTenant } from "../../store/tenancy/tenants.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/** Makes a tenant with the default settings. */
export async function createTenant(
  ctx: Context,
  { name }: { readonly name: string },
): Promise<{ id: string; name: string }> {
  const { services, now } = ctx;
  const id = newId("tenant", now);
  await commit(ctx, {
    statements: [insertTenant(services.db, { id, name, createdAt: now })],
    audit: [auditEntry({ ...ctx, tenantId: id }, { action: "tenant.create", target: id, after: { name } })],
  });
  return { id, name };
}
