import { ApiError } from "../../errors.ts";
import { revokeToken } from "../../store/tenancy/tokens.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";

/**
 * Revokes a session token; may be repeated. Throws 404 `not_found` for a token that this tenant and mode
 * never had.
 */
export async function revokeSession(ctx: ScopeContext, { jti }: { readonly jti: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const { results } = await commit(ctx, { statements: revokeToken(services.db, scope, jti, now) });
  if ((results[1] as unknown[]).length === 0) {
    throw new ApiError("not_found", "There is no such session token.");
  }
}
