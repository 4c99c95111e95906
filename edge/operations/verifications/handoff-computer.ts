import type { DeviceTraits } from "../../auth/device-key.ts";
import { HANDOFF_MS, networkDigest, type ShownHandoff, showHandoff } from "../../auth/handoff-code.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { HANDOFFS } from "../../limits/rules.ts";
import { cancelHandoff, type Handoff, insertHandoff } from "../../store/verifications/handoffs.ts";
import { isBoundTo, takeBack } from "../../verification/bound-device.ts";
import { assertOpen } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commit, commitResult, refuseOnConflict } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import { changeVerification, existingHandoff, verificationWrite } from "../verification-write.ts";

interface Handover {
  readonly verification: Verification;
  /** Thumbprint of the computer's key; null if a secret key minted its token. */
  readonly device: string | null;
  readonly computer: DeviceTraits;
}

/**
 * Begins to hand an open verification over from a computer, which shows a code from then on. An earlier
 * pending handoff ends. Throws 403 `token_scope_insufficient` if the tenant does not allow it, and 409
 * `verification_not_open`, `link_claimed` and `limit_reached`.
 */
export async function beginHandoff(
  ctx: CallContext<ShownHandoff, "serviceKey">,
  { verification, device, computer }: Handover,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  assertMayBegin(verification, device, now);
  const { db, serviceKey } = services;
  const id = newId("handoff", now);
  const { name: computerName, country, network: address } = computer;
  const network = address === null ? null : await networkDigest(serviceKey, id, address);
  const expiresAt = now + HANDOFF_MS;
  const about = { computer: device, computerName, country, network };
  const row = { id, verificationId: verification.id, createdAt: now, expiresAt, ...about };
  const begun = { ...row, state: "waiting" as const, phone: null, phoneName: null };
  const shown = await showHandoff(serviceKey, scope.mode, begun, now);
  const limit = new ApiError("limit_reached", `A verification is handed over ${HANDOFFS} times at most.`);
  return commitResult(ctx, { statements: insertHandoff(db, scope, row, HANDOFFS) }, shown).catch(
    refuseOnConflict(limit),
  );
}

function assertMayBegin(verification: Verification, device: string | null, now: number): void {
  assertOpen(verification, now);
  if (verification.capture?.handoff === "off") {
    throw new ApiError("token_scope_insufficient", "This verification does not go on with a phone.");
  }
  if (!isBoundTo(verification, device)) {
    throw new ApiError("link_claimed", "The verification was opened on another device.");
  }
}

/**
 * Ends a handoff from the computer; may be repeated. A verification that has moved returns if the phone has
 * captured nothing. Throws 404 `not_found`, and 409 `link_claimed` and `verification_not_open` if it cannot
 * return, also if it moves at this moment.
 */
export async function endHandoff(
  ctx: ScopeContext,
  { verification, id }: { readonly verification: Verification; readonly id: string },
): Promise<void> {
  const { services, scope } = ctx;
  const handoff = await existingHandoff(services.db, scope, { id, verificationId: verification.id });
  if (handoff.state === "moved") await returnIt(ctx, verification, handoff);
  else {
    const statements = cancelHandoff(services.db, scope, id, "pending");
    await commit(ctx, { statements }).catch(
      refuseOnConflict(new ApiError("link_claimed", "The phone has taken it over.")),
    );
  }
}

async function returnIt(ctx: ScopeContext, verification: Verification, handoff: Handoff): Promise<void> {
  const { services, scope, now } = ctx;
  const { id, phone } = handoff;
  if (!isBoundTo(verification, phone)) return;
  const takeItBack = (current: Verification) => {
    const changed = takeBack(current, phone!, now);
    const statements = cancelHandoff(services.db, scope, id, "moved");
    return commit(ctx, verificationWrite(ctx, { changed, kind: "claimed", statements }));
  };
  await changeVerification(ctx, verification, takeItBack, { mayRead: true });
}
