import type { DeviceTraits } from "../../auth/device-key.ts";
import { isOfNetwork } from "../../auth/handoff-code.ts";
import type { HandoffPrincipal } from "../../auth/principal.ts";
import { advanceHandoff, claimHandoff as claiming } from "../../store/verifications/handoffs.ts";
import { assertOpen } from "../../verification/machine.ts";
import { type CallContext, commitResult, refuseOnConflict } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { type Proven, provenDevice } from "../verifications/proven-device.ts";
import { codeUsed } from "./existing.ts";

interface ScannedCode extends Proven {
  readonly code: HandoffPrincipal;
  readonly phone: DeviceTraits;
}

/** What the person on the phone is told of the computer, to see whether it is theirs. */
interface Context {
  readonly code: HandoffPrincipal;
  readonly state: "claimed" | "moved";
  /** Null where it is not known of both. */
  readonly sameCountry: boolean | null;
  readonly sameNetwork: boolean | null;
}

/**
 * Claims a handoff for the phone that scanned its code: the first one has it, and may ask again. Throws 401
 * `link_invalid`, 409 `verification_not_open` and 410 `handoff_expired`.
 */
export async function claimHandoff(
  ctx: CallContext<Context, "serviceKey">,
  input: ScannedCode,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { code, phone, proof } = input;
  const { handoff, hash } = code;
  const device = await provenDevice(input, hash, now);
  const known = handoff.phone === device ? handoff.state : null;
  const state = known === "moved" ? "moved" : "claimed";
  if (state === "claimed") assertOpen(code.verification, now);
  const call = { id: handoff.id, phone: device, signedAt: proof.signedAt, now };
  const statements =
    known === null
      ? claiming(services.db, scope, call, { hash, phoneName: phone.name })
      : advanceHandoff(services.db, scope, call, state);
  const context: Context = {
    code,
    state,
    sameCountry: same(handoff.country, phone.country),
    sameNetwork:
      handoff.network === null || phone.network === null
        ? null
        : await isOfNetwork(services.serviceKey, handoff.id, {
            digest: handoff.network,
            network: phone.network,
          }),
  };
  return commitResult(ctx, { statements }, context).catch(refuseOnConflict(codeUsed()));
}

const same = (one: string | null, other: string | null): boolean | null =>
  one === null || other === null ? null : one === other;

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
  return commitResult(ctx, { statements }, code).catch(refuseOnConflict(codeUsed()));
}
