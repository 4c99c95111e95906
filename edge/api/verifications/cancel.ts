import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { cancel } from "../../verification/machine.ts";
import { findVerification } from "./read.ts";
import { changeVerification } from "./record-step.ts";
import { renderVerification } from "./render.ts";

/** POST /v1/verifications/:id/cancel: 200 with the verification; 409 `verification_not_open` when it is not open. */
export async function cancelVerification(c: AppContext, id: string) {
  const { services } = c.var;
  const { scope } = requireSecretKey(c.var.principal);
  const verification = await findVerification(c, id);
  const now = services.clock();
  const canceled = await changeVerification(services, scope, verification, (current) => ({
    verification: cancel(current, now),
    change: { at: now, kind: "canceled", resultId: null },
    statements: [],
  }));
  return c.json(renderVerification(scope, canceled, now));
}
