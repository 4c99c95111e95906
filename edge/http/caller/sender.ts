import type { Principal } from "../../auth/principal.ts";
import type { Sender } from "../../limits/bodies/admission.ts";

/** Whose share of the room for bodies a caller of the API uses: its tenant's, and its credential's. */
export const senderOf = (principal: Principal): Sender => ({
  tenant: principal.scope.tenantId,
  caller: principal.kind === "secret_key" ? principal.keyId : principal.verificationId,
});
