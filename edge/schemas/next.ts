import { z } from "zod";
import { DOCUMENT_TYPES } from "../../vocabulary/document-types.ts";
import { LIVENESS_MODES } from "../../vocabulary/enumerations.ts";
import { DOCUMENT_EVIDENCE } from "../../vocabulary/signed-evidence.ts";
import { CONTEST_STATES, STATUSES } from "../../vocabulary/verifications.ts";
import { PERSON_ACTIONS, PERSON_OUTCOMES, SIDES } from "../verification/next.ts";
import { timestamp, visibleReasonOf } from "./common.ts";
import { exampleVerification } from "./verification-examples.ts";

const action = z.object({
  type: z
    .enum(PERSON_ACTIONS)
    .describe("What to do now. `wait`: the service has not decided yet. `none`: the verification is over."),
  sides: z.array(z.enum(SIDES)).describe("Sides of the document to send in one call."),
  methods: z
    .array(z.enum(DOCUMENT_EVIDENCE))
    .optional()
    .describe(
      "How the document may be shown: photos, or its chip read by an app. Only if the policy has `document_evidence`.",
    ),
  accepted_types: z.array(z.enum(DOCUMENT_TYPES)).describe("Accepted document types."),
  liveness_mode: z
    .enum(LIVENESS_MODES)
    .nullable()
    .describe(
      "The weakest liveness mode that can pass now; null for other actions. Without a PAD model it is `challenge`.",
    ),
  attempts_left: z
    .int()
    .min(0)
    .nullable()
    .describe("Attempts left at this step; null if attempts are not counted."),
  retry_reason: visibleReasonOf
    .nullable()
    .describe("Why the action has to be repeated; null the first time."),
});

const consent = z
  .object({
    required: z.boolean().describe("Whether consent is required before the first image."),
    given: z.boolean().describe("Whether the end user has agreed."),
    version: z.string().nullable().describe("Version of the consent text that was agreed to, or null."),
  })
  .nullable()
  .describe("Consent; null if your own app asks for it.");

const example = {
  status: "in_progress",
  outcome: "open",
  action: {
    type: "document",
    sides: ["front"],
    accepted_types: ["cid", "passport"],
    liveness_mode: null,
    attempts_left: 2,
    retry_reason: "glare",
  },
  consent: null,
  expires_at: exampleVerification.expires_at,
  return_url: null,
};

/** After a declined end user has contested the decision. */
export const contestedExample = {
  ...example,
  ...{ status: "completed", outcome: "in_review" },
  action: {
    ...{ type: "none", sides: [], accepted_types: [] },
    ...{ liveness_mode: null, attempts_left: null, retry_reason: null },
  },
  contest: { until: null, state: "open" },
};

/** GET /v1/verifications/:id/next, the same for a secret key and a token: it reveals no defence. */
export const nextAnswer = z
  .object({
    status: z.enum(STATUSES).describe("The verification's status."),
    outcome: z
      .enum(PERSON_OUTCOMES)
      .describe(
        "The state for the end user. A completed verification is `done`, `in_review` or `unsuccessful`.",
      ),
    action: action.describe("What the end user has to do next."),
    consent,
    expires_at: timestamp,
    return_url: z
      .string()
      .nullable()
      .describe("Where the hosted page sends the end user afterwards, or null."),
    contest: z
      .object({
        until: timestamp
          .nullable()
          .describe("Until when the end user may ask for a decision by a human; null if they may not."),
        state: z
          .enum(CONTEST_STATES)
          .nullable()
          .describe("How a contest stands: `open`, `upheld` or `overturned`; null without one."),
      })
      .optional()
      .describe("Only if the policy has `contest: on`."),
  })
  .meta({ id: "Next", description: "What the end user has to do next, and why.", examples: [example] });
