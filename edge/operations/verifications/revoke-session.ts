import { ApiError } from "../../errors.ts";
import { findToken, revokeToken } from "../../store/tenancy/tokens.ts";
import { cancelPending } from "../../store/verifications/handoffs.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";

/**
 * Revokes a session token, with the handoff that its device has begun; may be repeated. Throws 404
 * `not_found` for a token that this tenant and mode never had.
 */
export async function revokeSession(ctx: ScopeContext, { jti }: { readonly jti: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const token = await findToken(services.db, scope, jti);
  if (token === undefined) throw new ApiError("not_found", "There is no such session token.");
  if (token.revokedAt !== null) return;
  await commit(ctx, {
    statements: [
      revokeToken(services.db, scope, jti, now),
      cancelPending(services.db, scope, token.verification.id, token.device),
    ],
    audit: [auditEntry(ctx, { action: "session_token.revoke", target: jti })],
  });
}
