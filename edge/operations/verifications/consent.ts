import type { ConsentPurpose } from "../../../vocabulary/faces.ts";
import { type ConsentText, consentTextFor, isRecognitionText } from "../../capture-settings/consent-text.ts";
import { DAY_MS } from "../../core/clock.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { sha256Hex } from "../../crypto/hashing.ts";
import { erasedCounts } from "../../store/erasure/erasures.ts";
import { verificationErasures, verificationMedia } from "../../store/erasure/selections.ts";
import { rememberWithdrawal } from "../../store/verifications/withdrawals.ts";
import { agree, withdraw } from "../../verification/bound-device.ts";
import { asksToRegister } from "../../verification/returning.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commit, commitResult } from "../commit/commit.ts";
import { auditEntry } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import {
  clearCopies,
  type ErasingContext,
  type ErasureFacts,
  type Receipt,
  signReceipt,
} from "../erasure/receipt.ts";
import { forgetApproved } from "../registrations/forget-approved.ts";
import { changeWithRegistration } from "../registrations/present-registration.ts";
import { changeVerification, verificationWrite } from "../verification-write.ts";

interface Agreement {
  readonly verification: Verification;
  /** The text that the person was shown, without its words. */
  readonly shown: Pick<ConsentText, "version" | "sha256" | "locale">;
  /** Undefined if the person was asked about the verification only. */
  readonly purposes: readonly ConsentPurpose[] | undefined;
  /** Of the text on being recognised, for the purpose `return`. */
  readonly recognitionSha256: string | undefined;
  /** The tenant's own texts, and the controller that the service's own text names. */
  readonly texts: readonly ConsentText[];
  readonly asker: Parameters<typeof consentTextFor>[2];
}

/**
 * Records that the person has agreed to the consent text: version, digest, locale and time. The first record
 * is kept. Throws 400 `invalid_parameter` for a text that is not the present one, since people can only agree
 * to words that they were shown, and for `return` if the policy registers no face.
 */
export async function giveConsent(ctx: CallContext<Verification>, input: Agreement): Promise<Answer> {
  const { now } = ctx;
  const { verification, shown } = input;
  if (verification.consent !== null) return commitResult(ctx, { statements: [] }, verification);
  await assertPresent(input);
  await assertRecognition(input);
  const { version, sha256, locale } = shown;
  const { purposes, recognitionSha256 } = input;
  const recognition = {
    ...(purposes !== undefined && { purposes }),
    ...(recognitionSha256 !== undefined && { recognitionSha256 }),
  };
  const consent = { version, sha256, locale, ...recognition, givenAt: now, withdrawnAt: null };
  return changeVerification(ctx, verification, async (current) => {
    const changed = agree(current, consent, now);
    return commitResult(ctx, verificationWrite(ctx, { changed, kind: "consented" }), changed);
  });
}

async function assertPresent({ shown, texts, asker }: Agreement): Promise<void> {
  const present = await consentTextFor(texts, shown.locale, asker);
  const differs = (["locale", "version", "sha256"] as const).find((name) => shown[name] !== present[name]);
  if (differs === undefined) return;
  throw new ApiError(
    "invalid_parameter",
    "The consent text is another one now. Show the one of GET /v1/capture/page.",
    {
      param: differs,
    },
  );
}

async function assertRecognition(input: Agreement): Promise<void> {
  const { verification, purposes = [], recognitionSha256: shown, asker } = input;
  const refuse = (message: string, param: string) => new ApiError("invalid_parameter", message, { param });
  if (!purposes.includes("return")) {
    if (shown === undefined) return;
    throw refuse("Only the purpose `return` has a text of its own.", "recognition_sha256");
  }
  if (!asksToRegister(verification.policy)) {
    throw refuse("The verification's policy registers no face: leave `return` out.", "purposes");
  }
  if (shown === undefined || !(await isRecognitionText(shown, asker))) {
    throw refuse(
      "The text on being recognised is another one now. Show the one of GET /v1/capture/page.",
      "recognition_sha256",
    );
  }
}

/** The facts of a receipt of a withdrawn consent. */
type WithdrawalFacts = ErasureFacts & { readonly verification_id: string };

/** How long the device may request the receipt's number again: the longest life of its link. */
const REPEATED_MS = DAY_MS;

/**
 * Withdraws the person's consent: cancels the open verification and erases all that it holds, with its tokens
 * and links. A face that an approval registered goes, too, if the verification was to compare or renew it.
 * The record of the consent stays, with the time of its end. Other data of the person are the tenant's to
 * erase, by the end user's reference. Throws 404 `not_found` without a consent, and 409
 * `verification_not_open` for a decided verification, which the tenant keeps or erases.
 */
export async function withdrawConsent(
  ctx: ErasingContext<"receipts">,
  { verification }: { readonly verification: Verification },
): Promise<Receipt<WithdrawalFacts>> {
  const { services, scope, actor, now } = ctx;
  const { db } = services;
  const receiptId = newId("receipt", now);
  const customerRefSha256 = await sha256Hex(verification.customerRef);
  const device = actor.kind === "token" ? actor.device : null;
  const { erased, faces } = await changeWithRegistration(ctx, verification, async (current, present) => {
    if (current.consent === null) throw new ApiError("not_found", "There is no consent to withdraw.");
    const { id } = current;
    const changed = withdraw(current, current.consent, now);
    const receipt = { receiptId, expiresAt: now + REPEATED_MS };
    const write = verificationWrite(ctx, {
      changed,
      kind: "canceled",
      statements:
        device === null ? [] : await rememberWithdrawal(db, scope, { verificationId: id, device }, receipt),
      audit: [auditEntry(ctx, { action: "consent.withdraw", target: id, after: { receiptId } })],
    });
    const resultIds = changed.steps.flatMap((step) => step.resultIds);
    const forgotten = forgetApproved(ctx, current, present);
    const erasures = { ...verificationErasures(db, scope, { id, resultIds }, now), ...forgotten.erasures };
    const statements = [...write.statements, ...present.guard];
    const { results, objectKeys } = await commit(ctx, {
      ...write,
      statements: [...statements, ...Object.values(erasures)],
      audit: [...(write.audit ?? []), ...forgotten.audit],
      erases: verificationMedia(scope, id),
    });
    const counts = erasedCounts(erasures, results.slice(statements.length));
    return { erased: { ...counts, media: objectKeys.length }, faces: forgotten.faces };
  });
  const facts = {
    receipt_id: receiptId,
    verification_id: verification.id,
    customer_ref_sha256: customerRefSha256,
    erased,
  };
  return signReceipt(ctx, facts, await clearCopies(ctx, faces));
}
