import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { revokeSession as revoking } from "../../operations/verifications/sessions.ts";
import { contextOf } from "../call/context.ts";

/** DELETE /v1/sessions/:jti: 204, also when repeated; 404 for a token that this tenant and mode never had. */
export async function revokeSession(c: AppContext, jti: string) {
  requireSecretKey(c.var.principal);
  await revoking(contextOf(c), { jti });
  return c.body(null, 204);
}
