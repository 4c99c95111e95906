import type { HandoffPrincipal } from "../../auth/principal.ts";
import { advanceHandoff } from "../../store/verifications/handoffs.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { ifUnmet } from "../parts/if-unmet.ts";
import { type Proven, provenDevice } from "../verifications/parts/proven-device.ts";
import { codeUsed } from "./parts/code-used.ts";

/**
 * Ends a handoff that the person on the phone did not want; the verification stays with the computer. Throws
 * 401 `link_invalid` and 410 `handoff_expired`.
 */
export async function declineHandoff(
  ctx: CallContext<HandoffPrincipal>,
  input: Proven & { readonly code: HandoffPrincipal },
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { code, proof } = input;
  const phone = await provenDevice(input, code.hash, now);
  const call = { id: code.handoff.id, phone, signedAt: proof.signedAt, now };
  const statements = advanceHandoff(services.db, scope, call, "claimed", { state: "declined" });
  return commitResult(ctx, { statements }, code).catch(ifUnmet(codeUsed()));
}
