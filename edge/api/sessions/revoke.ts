import { requireSecretKey } from "../../auth/scopes.ts";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import { revokeToken } from "../../store/tenancy/tokens.ts";

/** DELETE /v1/sessions/:jti: 204, again too; 404 for a token that this tenant and mode never had. */
export async function revokeSession(c: AppContext, jti: string) {
  const { services } = c.var;
  const { scope } = requireSecretKey(c.var.principal);
  if (!(await revokeToken(services.db, scope, jti, services.clock()))) {
    throw new ApiError("not_found", "There is no such session token.");
  }
  return c.body(null, 204);
}
