import { requireSecretKey } from "../../auth/scopes.ts";
import type { Answer, AppContext } from "../../http/context.ts";
import { cancel } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";
import { respond, riding } from "../answer.ts";
import { findVerification } from "./read.ts";
import { changeVerification } from "./record-step.ts";
import { renderVerification } from "./render.ts";

/** POST /v1/verifications/:id/cancel: 200 with the verification; 409 `verification_not_open` when it is not open. */
export async function cancelVerification(c: AppContext, id: string) {
  const { services } = c.var;
  const { scope } = requireSecretKey(c.var.principal);
  const verification = await findVerification(c, id);
  const now = services.clock();
  const answerFor = (canceled: Verification): Answer => ({
    status: 200,
    body: renderVerification(scope, canceled, now),
    subject: canceled,
  });
  const canceled = await changeVerification(services, scope, verification, async (current) => {
    const changed = cancel(current, now);
    return {
      verification: changed,
      change: { at: now, kind: "canceled", resultId: null },
      statements: await riding(c, answerFor(changed)),
    };
  });
  return respond(c, answerFor(canceled));
}
