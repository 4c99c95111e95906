import { z } from "zod";
import {
  DECISIONS,
  NEXT_ACTIONS,
  RULINGS,
  STATUSES,
  STEP_NAMES,
  STEP_STATUSES,
} from "../../vocabulary/verifications.ts";
import { visibleMessage, visibleReason } from "../verdicts/outcomes/visible-reasons.ts";
import { resolvedPolicySchema } from "../verification/policy.ts";
import { REVIEW_REASONS } from "../verification/review.ts";
import {
  customerRef,
  exampleTime,
  idOf,
  modeSchema,
  timestamp,
  visibleReasonName,
  visibleReasonOf,
} from "./common.ts";

const stepName = z.enum(STEP_NAMES);

const step = z
  .object({
    name: stepName,
    status: z.enum(STEP_STATUSES),
    attempts: z.int().min(0),
    max_attempts: z.int().min(1),
    result_ids: z.array(z.string()).describe("Oldest first: `ocr_`, `fc_`, `lc_` and `fm_` ids."),
    reason: z.string().nullable().describe("Why the step stands as it does; null while pending or passed."),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: "Step", description: "One step of a verification." });

export const statusName = z.enum(STATUSES);
export const decisionName = z.enum(DECISIONS);
const decision = decisionName.nullable();

const decisionReasons = z
  .array(z.object({ code: z.string(), step: stepName, message: z.string() }))
  .describe("Why: the steps that account for the decision, or what a reviewer found of the steps in review.");

const policy = resolvedPolicySchema.meta({
  id: "Policy",
  description: "A verification's policy, resolved with defaults and frozen.",
});

const nextAction = z.object({
  type: z.enum(NEXT_ACTIONS),
});

const exampleSteps = [
  {
    name: "document",
    status: "passed",
    attempts: 1,
    max_attempts: 3,
    result_ids: ["ocr_01JPA70M3BX4Z6C8E0G2J4K6M8", "fc_01JPA70QN9D1F3H5K7M9P1R3T5"],
    reason: null,
    updated_at: exampleTime,
  },
];
const exampleId = "vf_01JPA6Z8W4K8N2P4R6S8T0V2W4";

const example = {
  id: exampleId,
  status: "in_progress",
  decision: null,
  decision_reasons: [],
  next_action: { type: "liveness_check" },
  customer_ref: "user-4711",
  mode: "test",
  policy: {
    steps: ["document", "liveness"],
    liveness_mode: "passive",
    document_types: ["cid", "passport", "driving_license", "residence_permit"],
    require_face_match: true,
    liveness_level: "standard",
    face_match_level: "fmr_1e-3",
    max_attempts: 3,
    on_fraud_suspicious: "review",
    dedupe: "off",
    min_age: null,
    expires_in_seconds: 86400,
    store_media: "none",
  },
  steps: exampleSteps,
  created_at: exampleTime,
  expires_at: "2026-03-15T09:26:53.589Z",
  completed_at: null,
  reviewed_at: null,
  consent: null,
};

export const consentRecord = z
  .object({
    version: z.string(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe("Of the text in UTF-8."),
    locale: z.string(),
    given_at: timestamp,
    withdrawn_at: timestamp.nullable(),
  })
  .meta({
    id: "Consent",
    description: "Which consent text the person agreed to, and when.",
    examples: [
      {
        version: "selfsame-1",
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        locale: "en",
        given_at: exampleTime,
        withdrawn_at: null,
      },
    ],
  });

export const verificationAnswer = z
  .object({
    id: idOf("verification"),
    status: statusName,
    decision,
    decision_reasons: decisionReasons,
    next_action: nextAction.nullable().describe("What the end user's device should do next."),
    customer_ref: customerRef.nullable().describe("Null once the person was erased."),
    mode: modeSchema,
    policy,
    steps: z.array(step),
    created_at: timestamp,
    expires_at: timestamp,
    completed_at: timestamp.nullable(),
    reviewed_at: timestamp.nullable().describe("When a reviewer decided; null where none has."),
    consent: consentRecord.nullable().describe("What the person agreed to; null where nobody was asked."),
  })
  .meta({
    id: "Verification",
    description: "The steps that one end user makes, and the decision that they end in.",
    examples: [example],
  });

const visibleReasons = z.array(
  z
    .object({ code: z.string(), step: stepName })
    .transform(({ code, step }) => ({
      code: visibleReason(code),
      step,
      message: visibleMessage(visibleReason(code)),
    }))
    .pipe(z.object({ code: visibleReasonName, step: stepName, message: z.string() })),
);

/**
 * The view for a session token: the state, the next action, and the part of the policy that the person has to
 * meet.
 */
const told = verificationAnswer
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
      .strip(),
    steps: z.array(
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
    ),
  });

export const verificationForToken = told.meta({
  id: "VerificationForToken",
  description: "The verification as a session token bound to it is told it.",
  examples: [told.parse(example)],
});

const linkUrl = z
  .url()
  .describe("The page on which the person is verified, with its secret in the fragment: shown this once.");

export const verificationCreated = z
  .object({
    verification: verificationAnswer,
    session_token: z.object({
      token: z
        .string()
        .regex(/^svc_tok_(live|test)_/)
        .describe("Opaque; shown this once."),
      jti: idOf("token"),
      expires_at: timestamp,
    }),
    url: linkUrl,
    url_expires_at: timestamp,
  })
  .meta({
    id: "VerificationCreated",
    description: "A new verification, and a session token and a link bound to it.",
  });

export const linkAnswer = z
  .object({ url: linkUrl, expires_at: timestamp })
  .meta({ id: "VerificationLink", description: "A link by which a person opens the verification." });

/** The data of `verification.completed` (contract §11.1). */
export const verificationData = z
  .object({
    vf_id: idOf("verification"),
    status: statusName,
    decision,
    decision_reasons: decisionReasons,
    customer_ref: customerRef,
    steps: z.array(step),
  })
  .meta({
    id: "VerificationData",
    description: "The data of a `verification.completed` event.",
    examples: [
      {
        vf_id: exampleId,
        status: "completed",
        decision: "approved",
        decision_reasons: [],
        customer_ref: "user-4711",
        steps: exampleSteps,
      },
    ],
  });

/** The data of `verification.reviewed`. */
export const reviewedData = verificationData.extend({ decision: z.enum(RULINGS) }).meta({
  id: "ReviewedData",
  description: "The data of a `verification.reviewed` event.",
  examples: [
    {
      vf_id: exampleId,
      status: "completed",
      decision: "approved",
      customer_ref: "user-4711",
      steps: exampleSteps,
      decision_reasons: [
        { code: "document_genuine", step: "document", message: REVIEW_REASONS.document_genuine.message },
      ],
    },
  ],
});
