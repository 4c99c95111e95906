import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import { cancelVerification } from "../../operations/verifications/close.ts";
import { renderVerification } from "../../verification/render.ts";
import { recorded } from "../call/recorded.ts";

/**
 * POST /v1/verifications/:id/cancel: 200 with the verification; 409 `verification_not_open` when it has
 * ended.
 */
export const cancel = recorded(cancelVerification, {
  ends: true,
  input: (c: AppContext) => {
    requireSecretKey(c.var.principal);
    return { id: pathParameter(c, "id") };
  },
  answer: (canceled, c) => ({
    status: 200,
    body: renderVerification(c.var.principal.scope, canceled, c.var.services.clock()),
    subject: canceled,
  }),
});
