import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { cancel } from "../../verification/machine.ts";
import { renderVerification } from "../../verification/render.ts";
import type { ChangeRecording } from "../call/recording.ts";
import { findVerification } from "./read.ts";

/** POST /v1/verifications/:id/cancel: 200 with the verification; 409 `verification_not_open` when it is not open. */
export async function cancelVerification(c: AppContext, id: string): Promise<ChangeRecording> {
  const { scope } = requireSecretKey(c.var.principal);
  const verification = await findVerification(c, id);
  const now = c.var.services.clock();
  return {
    change: {
      verification,
      advance: (current) => ({
        changed: cancel(current, now),
        change: { at: now, kind: "canceled", resultId: null },
        statements: [],
      }),
    },
    statements: [],
    answer: (canceled) => ({
      status: 200,
      body: renderVerification(scope, canceled, now),
      subject: canceled,
    }),
  };
}
