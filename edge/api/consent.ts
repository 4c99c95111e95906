import { z } from "zod";
import { CONSENT_PURPOSES } from "../../vocabulary/faces.ts";
import { localeField } from "../capture-settings/fields.ts";
import { giveConsent, withdrawConsent } from "../operations/verifications/consent.ts";
import { withdrawalAnswer } from "../schemas/customers.ts";
import { consentRecord } from "../schemas/verifications.ts";
import { renderConsent } from "../verification/render.ts";
import { contextOf } from "./call/call.ts";
import { route } from "./call/route.ts";
import { idempotent } from "./call/writing.ts";
import { readAsker } from "./capture.ts";
import { ownVerification } from "./verification-reads.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hexadecimal");

const parameters = { id: "The verification's id, `vf_…`." };

const give = route(
  {
    method: "post",
    path: "/v1/verifications/:id/consent",
    id: "giveConsent",
    summary: "Record consent",
    description:
      "Records that the end user agreed to the consent text of `GET /v1/capture/page`. The first record counts; repeating the call returns it.",
    parameters,
    callers: ["session_token"],
    json: {
      schema: z.strictObject({
        version: z.string().min(1).max(20).describe("Version of the text that the page showed."),
        sha256: sha256.describe("SHA-256 of the text that the page showed."),
        locale: localeField.describe("Language of the text that the page showed."),
        purposes: z
          .enum(CONSENT_PURPOSES)
          .array()
          .refine((list) => list.includes("verify"), "must include verify")
          .refine((list) => new Set(list).size === list.length, "must not name anything twice")
          .optional()
          .describe(
            "What the end user agreed to: `verify`, and `return` if they also want to be recognised later. `return` needs `recognition_sha256`, and a policy with `register_on_approval`.",
          ),
        recognition_sha256: sha256
          .optional()
          .describe("SHA-256 of the `recognition_text` that the page showed. Only with `return`."),
      }),
      example: {
        version: "selfsame-4",
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        locale: "en",
      },
    },
    answer: { status: 201, description: "The record.", schema: consentRecord, forToken: consentRecord },
    errors: ["not_found", "verification_not_open"],
  },
  idempotent(giveConsent, {
    input: async (call) => {
      const verification = ownVerification(call.principal, call.param("id"));
      const { texts, asker } = await readAsker(call);
      const { purposes, recognition_sha256: recognitionSha256, ...shown } = call.body;
      return { verification, shown, purposes, recognitionSha256, texts, asker };
    },
    answer: (verification) => ({ body: renderConsent(verification.consent!), subject: verification }),
  }),
);

const withdraw = route(
  {
    method: "delete",
    path: "/v1/verifications/:id/consent",
    id: "withdrawConsent",
    summary: "Withdraw consent",
    description:
      "Cancels an open verification and erases its images, results, tokens and links. If the end user was to be recognised, or agreed to it, a face that an approval registered is deleted, too. The record of the consent stays. To erase a completed verification, call `POST /v1/customers/erase`.",
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
  (call) =>
    withdrawConsent(contextOf(call), {
      verification: ownVerification(call.principal, call.param("id")),
    }),
);

export const consentRoutes = [give, withdraw];
