import type { HandoffPrincipal } from "../../auth/principal.ts";
import { advanceHandoff } from "../../store/verifications/handoffs.ts";
import { standsWith } from "../../verification/holder.ts";
import { type CallContext, commitResult, refuseOnConflict } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { type MintedSession, mintForDevice } from "../verifications/mint.ts";
import { type Proven, provenDevice } from "../verifications/proven-device.ts";
import { codeUsed } from "./existing.ts";

interface Reopening extends Proven {
  readonly code: HandoffPrincipal;
  /** The longest life that the tenant gives a session token, in seconds. */
  readonly maxTtlSeconds: number;
}

/**
 * Makes a fresh session token of the phone that took the verification over by this code, as after a reload.
 * Throws 401 `link_invalid`, and 410 `handoff_expired` for every other device.
 */
export async function reopenHandoff(
  ctx: CallContext<MintedSession, "tokens">,
  input: Reopening,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { code, proof } = input;
  const { handoff, verification } = code;
  const phone = await provenDevice(input, code.hash, now);
  if (!standsWith(verification, phone)) throw codeUsed();
  const call = { id: handoff.id, phone, signedAt: proof.signedAt, now };
  const bound = { verificationId: verification.id, device: phone, maxTtlSeconds: input.maxTtlSeconds };
  const { statement, ...token } = await mintForDevice(services, scope, bound, now);
  const statements = [...advanceHandoff(services.db, scope, call, "moved"), statement];
  return commitResult(ctx, { statements }, { verification, token }).catch(refuseOnConflict(codeUsed()));
}
