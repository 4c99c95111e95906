import { newSecretKey } from "../../auth/secret-key.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { Mode } from "../../core/scope.ts";
import { findKey, insertKey, onlyIfRoomForKey, revokeKey as revoking } from "../../store/tenancy/keys.ts";
import { commit, refuseOnConflict } from "../commit/commit.ts";
import { auditEntry, type ScopeContext, type TenantContext } from "../commit/context.ts";

/**
 * Makes a secret key, which is shown this once. Throws 409 `limit_reached` if the tenant has the maximum
 * number of active keys in this mode.
 */
export async function createKey(
  ctx: ScopeContext<"quotas" | "serviceKey">,
): Promise<{ id: string; key: string }> {
  const { services, scope, now } = ctx;
  const most = services.quotas.keysPerMode;
  const id = newId("apiKey", now);
  const { key, hash, hint } = await newSecretKey(services.serviceKey, scope.mode);
  await commit(ctx, {
    statements: [
      onlyIfRoomForKey(services.db, scope, most),
      insertKey(services.db, scope, { id, hash, hint, createdAt: now }),
    ],
    audit: [auditEntry(ctx, { action: "key.create", target: id, after: { hint } })],
  }).catch(
    refuseOnConflict(
      new ApiError(
        "limit_reached",
        `A tenant has at most ${most} keys in a mode. Revoke one that is not used.`,
      ),
    ),
  );
  return { id, key };
}

/**
 * Revokes a key of the tenant: calls with this key are rejected from now on, permanently. Throws 404
 * `not_found` for a key that the tenant does not have, or does not have in `mode` if a mode is given.
 */
export async function revokeKey(
  ctx: TenantContext,
  { id, mode }: { readonly id: string; readonly mode?: Mode },
): Promise<void> {
  const { services, tenantId, now } = ctx;
  const key = await findKey(services.db, tenantId, id);
  if (key === undefined || (mode !== undefined && key.mode !== mode)) {
    throw new ApiError("not_found", "There is no such key.");
  }
  if (key.revokedAt !== null) return;
  const facts = { before: { revoked: false }, after: { revoked: true } };
  await commit(ctx, {
    statements: [revoking(services.db, tenantId, id, now)],
    audit: [auditEntry(ctx, { action: "key.revoke", target: id, mode: key.mode, ...facts })],
    changesKeys: true,
  });
}
