import { z } from "zod";
import { CONSENT_PURPOSES } from "../../vocabulary/faces.ts";
import { DOCUMENT_EVIDENCE } from "../../vocabulary/signed-evidence.ts";
import {
  AGE_METHODS,
  CONTEST_STATES,
  DECISIONS,
  NEXT_ACTIONS,
  STATUSES,
  STEP_STATUSES,
} from "../../vocabulary/verifications.ts";
import { visibleMessage, visibleReason } from "../verdicts/outcomes/visible-reasons.ts";
import {
  customerRef,
  exampleTime,
  idOf,
  modeSchema,
  timestamp,
  visibleReasonName,
  visibleReasonOf,
} from "./common.ts";
import { details, metadata, personalMembers } from "./expected.ts";
import { checks, seenUnder } from "./own-checks.ts";
import { policy, policyOrigin } from "./policies.ts";
import { decisionReasons, reasonStep, stepName } from "./reasons.ts";
import { exampleCreation, exampleVerification } from "./verification-examples.ts";

export const step = z
  .object({
    name: stepName,
    status: z
      .enum(STEP_STATUSES)
      .describe("`retry_required`: another attempt is allowed. `review`: a reviewer has to decide."),
    attempts: z.int().min(0).describe("Attempts that were used."),
    max_attempts: z.int().min(1).describe("Attempts that the policy allows."),
    result_ids: z
      .array(z.string())
      .describe("Ids of the step's results, oldest first: `ocr_`, `fc_`, `se_`, `cred_`, `lc_` and `fm_`."),
    reason: z.string().nullable().describe("Why the step has this status; null if it is pending or passed."),
    updated_at: timestamp.nullable().describe("When the step last changed; null if it never did."),
  })
  .meta({ id: "Step", description: "One step of a verification." });

export const statusName = z
  .enum(STATUSES)
  .describe("`created` and `in_progress` are open; the other statuses are final.");
export const decisionName = z.enum(DECISIONS);
export const decision = decisionName
  .nullable()
  .describe("`review` means that a reviewer has to decide. Null until the verification is completed.");

const nextAction = z.object({
  type: z
    .enum(NEXT_ACTIONS)
    .describe("The kind of call to make next. `signed_evidence`: the policy accepts no photos."),
  methods: z
    .array(z.enum(DOCUMENT_EVIDENCE))
    .optional()
    .describe("How the document may be shown. Only if the policy has `document_evidence`."),
});

export const consentRecord = z
  .object({
    version: z.string().describe("The text's version."),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe("SHA-256 of the text in UTF-8, in hexadecimal."),
    locale: z.string().describe("The text's language."),
    purposes: z
      .array(z.enum(CONSENT_PURPOSES))
      .optional()
      .describe(
        "What the end user agreed to: `return` is to be recognised later. Absent if the page asked about the verification only.",
      ),
    recognition_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe("SHA-256 of the text on being recognised. Only with `return`."),
    given_at: timestamp.describe("When the end user agreed."),
    withdrawn_at: timestamp.nullable().describe("When consent was withdrawn, or null."),
  })
  .meta({
    id: "Consent",
    description: "The consent text that the end user agreed to, and when.",
    examples: [
      {
        version: "selfsame-4",
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        locale: "en",
        given_at: exampleTime,
        withdrawn_at: null,
      },
    ],
  });

export const age = z
  .object({
    over: z.int().min(0).describe("The `min_age` of the policy, in years."),
    satisfied: z.boolean().describe("Whether the end user has reached that age."),
    method: z.enum(AGE_METHODS).describe("What the age was read from."),
    at: timestamp.describe("When it was decided."),
  })
  .nullable()
  .describe(
    "The age, only with `purpose: age`. Null until the decision, and if the verification was declined without knowing the age.",
  )
  .meta({ id: "Age" });

/** A declined person's request for a decision by a human. */
export const contestRecord = z
  .object({
    contested_at: timestamp.describe("When the end user contested the decision."),
    state: z
      .enum(CONTEST_STATES)
      .describe("`open`: a reviewer has to decide. `upheld`: still declined. `overturned`: now approved."),
  })
  .meta({ id: "Contest", description: "An end user's contest of a declined verification." });

export const recalledAt = timestamp.describe(
  "When the operator recalled a trust anchor that a result rests on: its certificate can no longer be trusted. The decision stays; check the document again. Absent if none was recalled.",
);

export const verificationAnswer = z
  .object({
    id: idOf("verification"),
    status: statusName,
    decision,
    decision_reasons: decisionReasons,
    next_action: nextAction
      .nullable()
      .describe("What the end user's device has to do next; null if nothing."),
    customer_ref: customerRef
      .nullable()
      .describe("Your own name for the end user; null after they were erased."),
    mode: modeSchema,
    policy,
    ...policyOrigin,
    steps: z.array(step).describe("The policy's steps, in their order."),
    created_at: timestamp.describe("When the verification was created."),
    expires_at: timestamp.describe("When an open verification expires."),
    completed_at: timestamp.nullable().describe("When it was decided, or null."),
    reviewed_at: timestamp.nullable().describe("When a reviewer decided, or null."),
    recalled_at: recalledAt.optional(),
    consent: consentRecord.nullable().describe("The recorded consent; null if the page did not ask for one."),
    contest: contestRecord
      .nullable()
      .optional()
      .describe("The end user's contest of the decision, or null. Only if the policy has `contest: on`."),
    details: details.optional(),
    metadata: metadata.optional(),
    checks: checks.optional(),
    seen_under: seenUnder.optional(),
    age: age.optional(),
    age_statement: z
      .string()
      .optional()
      .describe(
        "A signed statement that the end user has reached the age: a JWT (RFC 7519) with `typ: svc-age+jws`, for you as `aud` and this verification as `sub`, without a reference or birth date. Check it with `/.well-known/jwks.json`. Only in `GET /v1/verifications/:id` with a secret key, for 24 hours after an approval with `purpose: age`.",
      ),
    ...personalMembers,
  })
  .meta({
    id: "Verification",
    description: "The verification of one end user: its steps, and its decision.",
    examples: [exampleVerification],
  });

// What the tenant's own checks found is for its staff only: no device learns that there was a check.
const visibleReasons = z
  .array(z.object({ code: z.string(), step: reasonStep }))
  .transform((reasons) =>
    reasons
      .filter(({ step }) => step !== "external_check")
      .map(({ code, step }) => ({
        code: visibleReason(code),
        step,
        message: visibleMessage(visibleReason(code)),
      })),
  )
  .pipe(
    z.array(
      z.object({
        code: visibleReasonName,
        step: stepName,
        message: z.string().describe("The reason in a sentence."),
      }),
    ),
  )
  .describe("Why the verification was decided so, as far as the end user can correct it.");

/**
 * The view for a session token: the state, the next action, and the part of the policy that the person has to
 * meet.
 */
const shown = verificationAnswer
  .pick({
    id: true,
    status: true,
    decision: true,
    next_action: true,
    customer_ref: true,
    mode: true,
    created_at: true,
    expires_at: true,
    completed_at: true,
    reviewed_at: true,
    consent: true,
  })
  .extend({
    decision_reasons: visibleReasons,
    policy: policy
      .pick({ steps: true, liveness_mode: true, document_types: true, max_attempts: true })
      .strip()
      .describe("The part of the policy that the device needs."),
    steps: z
      .array(
        step
          .pick({
            name: true,
            status: true,
            attempts: true,
            max_attempts: true,
            result_ids: true,
            updated_at: true,
          })
          .extend({ reason: visibleReasonOf.nullable() }),
      )
      .describe("The policy's steps, in their order."),
  });

export const verificationForToken = shown.meta({
  id: "VerificationForToken",
  description: "The same, as a session token receives it.",
  examples: [shown.parse(exampleVerification)],
});

const linkUrl = z
  .url()
  .describe("The hosted page for the end user. Its fragment holds a secret, so it is returned only once.");

export const verificationCreated = z
  .object({
    verification: verificationAnswer,
    session_token: z
      .object({
        token: z
          .string()
          .regex(/^svc_tok_(live|test)_/)
          .describe("The session token. It is opaque and returned only once."),
        jti: idOf("token").describe("The token's id, with which you revoke it."),
        expires_at: timestamp.describe("When the token expires."),
      })
      .describe("A session token for the end user's device, if your own app makes the calls."),
    url: linkUrl,
    url_expires_at: timestamp.describe("When the link expires."),
  })
  .meta({
    id: "VerificationCreated",
    description: "A new verification with its hosted link and a session token.",
    examples: [exampleCreation],
  });

export const linkAnswer = z
  .object({ url: linkUrl, expires_at: timestamp })
  .meta({ id: "VerificationLink", description: "A hosted link to the verification." });
