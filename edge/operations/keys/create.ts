import { newSecretKey } from "../../auth/secret-key.ts";
import { ApiError } from "../../errors.ts";
import { newId } from "../../ids.ts";
import type { Mode, Scope } from "../../scope.ts";
import type { Actor } from "../../store/audit/actor.ts";
import { commitAudited } from "../../store/audit/audit.ts";
import type { Database } from "../../store/batch.ts";
import { findKey, insertKey, revokeKey } from "../../store/tenancy/keys.ts";

/** Makes a secret key; the key itself is shown this once. */
export async function createKey(
  db: Database,
  scope: Scope,
  actor: Actor,
  now: number,
): Promise<{ id: string; key: string }> {
  const id = newId("apiKey", now);
  const { key, hash, hint } = await newSecretKey(scope.mode);
  const entry = { ...scope, at: now, actor, action: "key.create", target: id, before: null, after: { hint } };
  await commitAudited(db, [entry], [insertKey(db, scope, { id, hash, hint, createdAt: now })]);
  return { id, key };
}

/** Ends a key of the tenant, in `mode` if one is named, unless it has ended: calls with it are refused from now on. */
export async function endKey(
  db: Database,
  { tenantId, mode }: { readonly tenantId: string; readonly mode?: Mode },
  id: string,
  actor: Actor,
  now: number,
): Promise<void> {
  const key = await findKey(db, tenantId, id);
  if (key === undefined || (mode !== undefined && key.mode !== mode))
    throw new ApiError("not_found", "There is no such key.");
  if (key.revokedAt !== null) return;
  const entry = {
    ...{ tenantId, mode: key.mode, at: now, actor, action: "key.revoke", target: id },
    ...{ before: { revoked: false }, after: { revoked: true } },
  };
  await commitAudited(db, [entry], [revokeKey(db, tenantId, id, now)]);
}
