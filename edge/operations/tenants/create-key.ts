import { newSecretKey } from "../../auth/secret-key.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { insertKey, onlyIfRoomForKey } from "../../store/tenancy/keys.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit, refuseOnConflict } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";

/**
 * Makes a secret key, which is shown this once. Throws 409 `limit_reached` where the tenant has as many keys
 * in force in this mode as it may have.
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
