import { newId } from "../../ids.ts";
import { OPERATOR } from "../../store/audit/actor.ts";
import { commitAudited } from "../../store/audit/audit.ts";
import type { Database } from "../../store/batch.ts";
import { insertTenant } from "../../store/tenancy/tenants.ts";

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
