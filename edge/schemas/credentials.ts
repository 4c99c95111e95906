import { z } from "zod";
import {
  CREDENTIAL_CHECKS,
  CREDENTIAL_FORMATS,
  CREDENTIAL_KINDS,
  CREDENTIAL_OUTCOMES,
  CREDENTIAL_UNCHECKED,
  REQUEST_STATES,
  WALLET_PROTOCOLS,
} from "../../vocabulary/credentials.ts";
import { FIELD_KEYS } from "../../vocabulary/documents.ts";
import { CHECK_STATUSES } from "../../vocabulary/fraud.ts";
import { CREDENTIAL_RULES } from "../verdicts/credential/rules.ts";
import { createdAt, customerRef, exampleAfter, exampleTime, idOf, modeSchema, timestamp } from "./common.ts";
import { documentType, field, portrait } from "./ocr.ts";
import { needing } from "./scoped-members.ts";
import { exampleShownBy } from "./verification-examples.ts";
import { verificationAnswer, verificationForToken } from "./verifications.ts";

const requestId = z
  .string()
  .describe("The request's id, `cr_…`. It is a secret: with it the request can be fetched as a wallet does.");

const EXAMPLE_ID = "cr_4fK2mPq8sTvWxYz1aBcDeFgHjKlMnOpQ";

/** The answer to a request, ready for the page. */
export const credentialRequest = z
  .object({
    request_id: requestId,
    requests: z
      .array(
        z.object({
          protocol: z.string().describe("Such as `openid4vp-v1-unsigned` or `org-iso-mdoc`."),
          data: z.record(z.string(), z.any()).describe("The request. Hand it over as it is."),
        }),
      )
      .describe("For `navigator.credentials.get({ digital: { requests } })`, as they are."),
    wallet_url: z
      .string()
      .nullable()
      .describe(
        "Opens a wallet, as a link on the same device or as a QR code on another one; null if the operator has no key for signed requests.",
      ),
    expires_at: timestamp.describe("Until when a wallet may answer: 180 seconds."),
  })
  .meta({
    id: "CredentialRequest",
    description: "A request to the end user's wallets. It counts for one answer.",
    examples: [
      {
        request_id: EXAMPLE_ID,
        requests: [
          {
            protocol: "org-iso-mdoc",
            data: { deviceRequest: "omd2ZXJzaW9uYzEuMA", encryptionInfo: "gmVkY2FwaQ" },
          },
        ],
        wallet_url: `openid4vp://?client_id=x509_hash%3AUvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk&request_uri=https%3A%2F%2Fselfsame.example%2Fv1%2Fwallet%2F${EXAMPLE_ID}`,
        expires_at: exampleAfter(180),
      },
    ],
  });

export const credentialRequestState = z
  .object({
    request_id: requestId,
    state: z
      .enum(REQUEST_STATES)
      .describe(
        "`waiting`: no wallet has answered by the link. `answered`: one has; send its answer with `protocol: direct_post`. `used`: the answer was checked. `expired`: its time is over.",
      ),
    expires_at: timestamp,
  })
  .meta({
    id: "CredentialRequestState",
    description: "Whether a wallet that was opened by the link has answered.",
    examples: [{ request_id: EXAMPLE_ID, state: "answered", expires_at: exampleAfter(140) }],
  });

/** The form of a wallet's answer. */
export const credentialFields = z.strictObject({
  request_id: requestId,
  protocol: z
    .enum(WALLET_PROTOCOLS)
    .describe(
      "The protocol that the wallet chose: `protocol` of the browser's credential. `direct_post`: the wallet was opened by `wallet_url` and has sent its answer itself.",
    ),
});

const check = z
  .object({
    name: z.enum(CREDENTIAL_CHECKS).describe("The check."),
    status: z.enum(CHECK_STATUSES).describe("`not_evaluated`: something that the check needs is missing."),
    explanation: z.string().describe("What is checked."),
  })
  .meta({ id: "CredentialCheck", description: "One check of a credential." });

const shape = {
  cred_id: idOf("credential"),
  outcome: z
    .enum(CREDENTIAL_OUTCOMES)
    .describe(
      "`authentic`: a trusted issuer signed the data, and the wallet's own key signed this answer. `expired`: the issuer's signature is no longer valid. `revoked`: the issuer's status list says that it is revoked or suspended. `unknown_issuer`: no trust anchor vouches for the issuer. `unsupported_algorithm`: the signatures are of a kind that is not verified here, which `unsupported_algorithm` names. `not_authentic`: the data are not as signed. `not_readable`: a claim is missing that the verification needs.",
    ),
  kind: z.enum(CREDENTIAL_KINDS).nullable().describe("The kind of credential; null if it cannot be read."),
  format: z.enum(CREDENTIAL_FORMATS).nullable().describe("Its format; null if it cannot be read."),
  doctype: z.string().nullable().describe("Its docType or `vct`; null if it cannot be read."),
  protocol: z.enum(WALLET_PROTOCOLS).describe("The protocol of the answer."),
  issuer: z
    .object({
      country: z.string().nullable().describe("ISO 3166 alpha-2 of the signer's certificate, or null."),
      name: z.string().nullable().describe("Common name of the signer's certificate, or null."),
      anchor: z
        .object({
          country: z.string().nullable().describe("ISO 3166 alpha-2 of the certificate, or null."),
          sha256: z.string().describe("SHA-256 of the certificate in hexadecimal."),
        })
        .nullable()
        .describe("The trust anchor that vouches for the signer, or null."),
    })
    .nullable()
    .describe("Who signed the credential; null if it cannot be read."),
  deterministic_checks: z.array(check).describe("Every check, in a fixed order."),
  unsupported_algorithm: z
    .string()
    .nullable()
    .describe(
      "The curve or algorithm of `outcome: unsupported_algorithm`, such as `brainpoolP256r1`; else null.",
    ),
  unrequested_claims: z
    .int()
    .min(0)
    .describe("How many values the wallet disclosed that were not asked for. They were not read or kept."),
  not_checked: z
    .array(z.enum(CREDENTIAL_UNCHECKED))
    .describe(
      "What was not checked. `status`: whether the issuer has revoked the credential; see `credential_status`. `holder_presence`: whether the person who holds the phone is the holder; the face match checks that.",
    ),
  age_over: z
    .boolean()
    .nullable()
    .describe("With `purpose: age`: whether the holder has reached `min_age`; else null."),
  document_type: documentType,
  issuing_country: z.string().nullable().describe("Issuing state, ISO 3166 alpha-3; null if not signed."),
  fields: needing(
    "personal:read",
    z
      .partialRecord(z.enum(FIELD_KEYS), field)
      .describe("The claims that were asked for; empty unless a trusted issuer signed them."),
  ),
  portrait: needing("media:read", portrait.link),
  portrait_expires_at: needing("media:read", portrait.expiry),
  customer_ref: customerRef.nullable().describe("The verification's `customer_ref`."),
  verification_id: idOf("verification").nullable().describe("The verification of the credential."),
  mode: modeSchema,
};

const example = {
  cred_id: "cred_01JPA70M3BX4Z6C8E0G2J4K6M8",
  outcome: "authentic",
  kind: "mdl",
  format: "mso_mdoc",
  doctype: "org.iso.18013.5.1.mDL",
  protocol: "org-iso-mdoc",
  issuer: {
    country: "UT",
    name: "Utopia document signer",
    anchor: { country: "UT", sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" },
  },
  deterministic_checks: CREDENTIAL_CHECKS.map((name) => ({
    name,
    status: "pass",
    explanation: CREDENTIAL_RULES[name].explanation,
  })),
  unsupported_algorithm: null,
  unrequested_claims: 0,
  not_checked: ["status", "holder_presence"],
  age_over: null,
  document_type: "driving_license",
  issuing_country: "UTO",
  fields: {
    document_number: { value: "L01X00T47", confidence: 1, source: "credential", bbox: null },
    date_of_birth: { value: "1984-01-26", confidence: 1, source: "credential", bbox: null },
  },
  customer_ref: "user-4711",
  verification_id: "vf_01JPA6Z8W4K8N2P4R6S8T0V2W4",
  mode: "test",
};

/** The data of `credential.completed` (contract §11.1). */
export const credentialData = z.object(shape).meta({
  id: "CredentialData",
  description: "The data of a `credential.completed` event.",
  examples: [example],
});

export const credentialResult = z.object({ ...shape, ...createdAt }).meta({
  id: "CredentialResult",
  description: "What a wallet's credential came to.",
  examples: [{ ...example, created_at: exampleTime }],
});

export const credentialAnswer = z
  .object({ credential: credentialResult, verification: verificationAnswer })
  .meta({
    id: "CredentialAnswer",
    description: "What a wallet's credential came to, and the verification.",
    examples: [
      {
        credential: { ...example, created_at: exampleTime },
        verification: exampleShownBy("credential", example.cred_id),
      },
    ],
  });

/** The view for a session token: no issuer and no claim. */
export const credentialForToken = z
  .object({
    credential: z.object({ cred_id: idOf("credential") }).describe("The credential's id, and no more of it."),
    verification: verificationForToken,
  })
  .meta({
    id: "CredentialAnswerForToken",
    description: "The same, as a session token receives it: `verification` says what to do next.",
  });
