import { sha256Hex } from "../../crypto/sha256.ts";
import { ApiError } from "../../errors.ts";
import { newId } from "../../ids.ts";
import { erasedCounts } from "../../store/erasure/erasures.ts";
import { verificationErasures, verificationMedia } from "../../store/erasure/verification.ts";
import { rememberWithdrawal } from "../../store/verifications/withdrawals.ts";
import { withdraw } from "../../verification/holder.ts";
import type { Verification } from "../../verification/types.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import { clearCopies, type ErasingContext } from "../erasure/parts/clear-copies.ts";
import { type ErasureFacts, type Receipt, signReceipt } from "../erasure/parts/receipt.ts";
import { changeVerification } from "../parts/change-verification.ts";

/** What a receipt tells of a consent that was taken back. */
type WithdrawalFacts = ErasureFacts & { readonly verification_id: string };

/** For so long the device may ask for the receipt's number again: as long as its link may have been good. */
const TOLD_MS = 24 * 60 * 60 * 1000;

/**
 * Takes the person's consent back: cancels the open verification and erases all that it holds, with its
 * tokens and links. The record of the consent stays, with the time of its end. What else is known of the
 * person is the tenant's to erase, by the customer's reference. Throws 404 `not_found` where nobody has
 * agreed, and 409 `verification_not_open`: a decision is the tenant's to keep or to erase.
 */
export async function withdrawConsent(
  ctx: ErasingContext<"receipts">,
  { verification }: { readonly verification: Verification },
): Promise<Receipt<WithdrawalFacts>> {
  const { services, scope, actor, now } = ctx;
  const { db } = services;
  const receiptId = newId("receipt", now);
  const customerRefSha256 = await sha256Hex(verification.customerRef);
  const erased = await changeVerification(ctx, {
    verification,
    advance: async (current) => {
      if (current.consent === null) throw new ApiError("not_found", "There is no consent to withdraw.");
      const device = actor.kind === "token" ? actor.device : null;
      const asker = device === null ? null : { verificationId: current.id, device };
      const receipt = { receiptId, expiresAt: now + TOLD_MS };
      return {
        changed: withdraw(current, current.consent, now),
        change: { at: now, kind: "canceled", resultId: null },
        statements: asker === null ? [] : await rememberWithdrawal(db, scope, asker, receipt),
        audit: auditEntry(ctx, { action: "consent.withdraw", target: current.id, after: { receiptId } }),
      };
    },
    write: async (batch, { id, steps }) => {
      const resultIds = steps.flatMap((step) => step.resultIds);
      const erasures = verificationErasures(db, scope, { id, resultIds }, now);
      const statements = [...batch.statements, ...Object.values(erasures)];
      const erases = verificationMedia(scope, id);
      const { results, objectKeys } = await commit(ctx, { ...batch, statements, erases });
      return { ...erasedCounts(erasures, results.slice(batch.statements.length)), media: objectKeys.length };
    },
  });
  const facts = {
    receipt_id: receiptId,
    verification_id: verification.id,
    customer_ref_sha256: customerRefSha256,
    erased,
  };
  return signReceipt(ctx, facts, await clearCopies(ctx, []));
}
