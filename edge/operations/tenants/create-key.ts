import { newSecretKey } from "../../auth/secret-key.ts";
import { newId } from "../../ids.ts";
import { insertKey } from "../../store/tenancy/keys.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";

/** Makes a secret key, which is shown this once. */
export async function createKey(ctx: ScopeContext): Promise<{ id: string; key: string }> {
  const { services, scope, now } = ctx;
  const id = newId("apiKey", now);
  const { key, hash, hint } = await newSecretKey(scope.mode);
  await commit(ctx, {
    statements: [insertKey(services.db, scope, { id, hash, hint, createdAt: now })],
    audit: [auditEntry(ctx, { action: "key.create", target: id, after: { hint } })],
  });
  return { id, key };
}
