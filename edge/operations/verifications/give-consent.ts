import { type ConsentText, consentTextFor } from "../../capture-settings/consent-text.ts";
import { ApiError } from "../../errors.ts";
import { agree } from "../../verification/holder.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { changeVerification } from "../parts/change-verification.ts";

interface Agreement {
  readonly verification: Verification;
  /** The text that the person was shown, without its words. */
  readonly shown: Pick<ConsentText, "version" | "sha256" | "locale">;
  /** The tenant's own texts, and whom the service's own text names. */
  readonly texts: readonly ConsentText[];
  readonly asker: Parameters<typeof consentTextFor>[2];
}

/**
 * Records that the person has agreed to the consent text: version, digest, locale and time. The first record
 * stands. Throws 400 `invalid_parameter` for a text that is not the present one: nobody has agreed to words
 * that they were not shown.
 */
export async function giveConsent(ctx: CallContext<Verification>, input: Agreement): Promise<Answer> {
  const { now } = ctx;
  const { verification, shown } = input;
  if (verification.consent !== null) return commitResult(ctx, { statements: [] }, verification);
  await assertPresent(input);
  const { version, sha256, locale } = shown;
  const consent = { version, sha256, locale, givenAt: now, withdrawnAt: null };
  return changeVerification(ctx, {
    verification,
    advance: (current) => ({
      changed: agree(current, consent, now),
      change: { at: now, kind: "consented", resultId: null },
      statements: [],
    }),
    write: (batch, changed) => commitResult(ctx, batch, changed),
  });
}

async function assertPresent({ shown, texts, asker }: Agreement): Promise<void> {
  const present = await consentTextFor(texts, shown.locale, asker);
  const differs = (["locale", "version", "sha256"] as const).find((name) => shown[name] !== present[name]);
  if (differs === undefined) return;
  throw new ApiError("invalid_parameter", "The consent text is another one now: show it again.", {
    param: differs,
  });
}
