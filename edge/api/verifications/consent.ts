import { z } from "zod";
import { requireToken } from "../../auth/scopes.ts";
import { localeField } from "../../capture-settings/fields.ts";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import type { JsonContext } from "../../http/parameters/validation.ts";
import { giveConsent, withdrawConsent } from "../../operations/verifications/consent.ts";
import { renderConsent } from "../../verification/render.ts";
import type { Verification } from "../../verification/types.ts";
import { contextOf } from "../call/context.ts";
import { recorded } from "../call/recorded.ts";
import { readAsker } from "../sessions/page.ts";

export const consentSchema = z.strictObject({
  version: z.string().min(1).max(20),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hexadecimal"),
  locale: localeField,
});

/** POST /v1/verifications/:id/consent: the person agrees to the text that the page has shown. */
export const consent = recorded(giveConsent, {
  input: async (c: JsonContext<typeof consentSchema>) => {
    const verification = ownVerification(c);
    const { texts, asker } = await readAsker(c);
    return { verification, shown: c.req.valid("json"), texts, asker };
  },
  answer: (verification) => ({
    status: 201,
    body: renderConsent(verification.consent!),
    subject: verification,
  }),
});

/** DELETE /v1/verifications/:id/consent: 200 with a signed receipt of what was erased. */
export async function withdraw(c: AppContext) {
  return c.json(await withdrawConsent(contextOf(c), { verification: ownVerification(c) }));
}

function ownVerification(c: AppContext): Verification {
  const { verificationId, verification } = requireToken(c.var.principal);
  if (pathParameter(c, "id") === verificationId) return verification;
  throw new ApiError("not_found", "There is no such verification.");
}
