import type { Principal } from "../../auth/principal.ts";
import type { Sender } from "../../limits/bodies/admission.ts";

/** Callers whom nobody knows yet are one sender: together they hold no more room than one tenant does. */
const STRANGERS: Sender = { tenant: "", caller: "" };

/** Whose share of the room for bodies a caller of the API uses: its tenant's, and its credential's. */
export function senderOf(principal: Principal | undefined): Sender {
  if (principal === undefined) return STRANGERS;
  return {
    tenant: principal.scope.tenantId,
    caller: principal.kind === "secret_key" ? principal.keyId : principal.verificationId,
  };
}
