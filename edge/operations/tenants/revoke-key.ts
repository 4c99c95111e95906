import { ApiError } from "../../core/errors.ts";
import type { Mode } from "../../core/scope.ts";
import { findKey, revokeKey as revoking } from "../../store/tenancy/keys.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { TenantContext } from "../commit/context.ts";

/**
 * Ends a key of the tenant: calls with this key are refused from now on. An ended key stays ended. Throws 404
 * `not_found` for a key that the tenant does not have, or does not have in `mode` where a mode is given.
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
