import type { DeviceTraits } from "../../auth/device-key.ts";
import { HANDOFF_MS, networkDigest, type ShownHandoff, showHandoff } from "../../auth/handoff-code.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { HANDOFFS } from "../../limits/rules.ts";
import { insertHandoff } from "../../store/verifications/handoffs.ts";
import { standsWith } from "../../verification/holder.ts";
import { assertOpen } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commitResult, refuseOnConflict } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";

interface Handover {
  readonly verification: Verification;
  /** Thumbprint of the computer's key; null where a secret key minted its token. */
  readonly device: string | null;
  readonly computer: DeviceTraits;
}

/**
 * Begins to hand an open verification over from a computer, which shows a code from then on. An earlier
 * handoff that is still pending ends. Throws 403 `token_scope_insufficient` where the tenant does not want
 * it, and 409 `verification_not_open`, `link_claimed` and `limit_reached`.
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
  if (!standsWith(verification, device)) {
    throw new ApiError("link_claimed", "The verification was opened on another device.");
  }
}
