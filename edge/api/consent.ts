import { z } from "zod";
import type { SessionTokenPrincipal } from "../auth/principal.ts";
import { localeField } from "../capture-settings/fields.ts";
import { ApiError } from "../core/errors.ts";
import { giveConsent, withdrawConsent } from "../operations/verifications/consent.ts";
import { withdrawalAnswer } from "../schemas/customers.ts";
import { consentRecord } from "../schemas/verifications.ts";
import { renderConsent } from "../verification/render.ts";
import type { Verification } from "../verification/types.ts";
import { type Call, contextOf } from "./call/call.ts";
import { route } from "./call/route.ts";
import { idempotent } from "./call/writing.ts";
import { readAsker } from "./capture.ts";

const parameters = { id: "The verification's id, `vf_…`." };

const give = route(
  {
    method: "post",
    path: "/v1/verifications/:id/consent",
    id: "giveConsent",
    summary: "Record the person's consent",
    description:
      "The text must be the present one, as `GET /v1/capture/page` tells it. The first record stands: agreeing again answers it.",
    parameters,
    callers: ["session_token"],
    json: {
      schema: z.strictObject({
        version: z.string().min(1).max(20),
        sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hexadecimal"),
        locale: localeField,
      }),
      example: {
        version: "selfsame-1",
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        locale: "en",
      },
    },
    answer: { status: 201, description: "The record.", schema: consentRecord, forToken: consentRecord },
    errors: ["not_found", "verification_not_open"],
  },
  idempotent(giveConsent, {
    input: async (call) => {
      const verification = ownVerification(call);
      const { texts, asker } = await readAsker(call);
      return { verification, shown: call.body, texts, asker };
    },
    answer: (verification) => ({ body: renderConsent(verification.consent!), subject: verification }),
  }),
);

const withdraw = route(
  {
    method: "delete",
    path: "/v1/verifications/:id/consent",
    id: "withdrawConsent",
    summary: "Withdraw the consent",
    description:
      "Cancels the open verification and erases all that it holds, with its tokens and links; the record of the consent stays. A verification that has ended is the tenant's to erase.",
    parameters,
    callers: ["session_token"],
    answer: {
      status: 200,
      description: "A signed receipt.",
      schema: withdrawalAnswer,
      forToken: withdrawalAnswer,
    },
    errors: ["not_found", "verification_not_open"],
  },
  (call) => withdrawConsent(contextOf(call), { verification: ownVerification(call) }),
);

export const consentRoutes = [give, withdraw];

/** The verification of the device's token. Throws 404 `not_found` for any other id. */
function ownVerification({ principal, param }: Call<SessionTokenPrincipal>): Verification {
  if (param("id") === principal.verificationId) return principal.verification;
  throw new ApiError("not_found", "There is no such verification.");
}
