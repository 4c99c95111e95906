import { z } from "zod";
import { DOCUMENT_TYPES } from "../../vocabulary/document-types.ts";
import { LIVENESS_MODES } from "../../vocabulary/enumerations.ts";
import { STATUSES } from "../../vocabulary/verifications.ts";
import { PERSON_ACTIONS, PERSON_OUTCOMES, SIDES } from "../verification/next.ts";
import { timestamp, visibleReasonOf } from "./common.ts";

const action = z.object({
  type: z
    .enum(PERSON_ACTIONS)
    .describe("`wait`: nothing, the service has yet to decide; `none`: nothing more, it is over."),
  sides: z.array(z.enum(SIDES)).describe("Sides of the document that are wanted in one call."),
  accepted_types: z.array(z.enum(DOCUMENT_TYPES)).describe("Types of document that are taken."),
  liveness_mode: z
    .enum(LIVENESS_MODES)
    .nullable()
    .describe("The weakest liveness check that counts now; null for other actions."),
  attempts_left: z.int().min(0).nullable().describe("Null where no attempt is counted."),
  retry_reason: visibleReasonOf.nullable().describe("Why it has to be done again; null at first."),
});

const consent = z
  .object({
    required: z.boolean(),
    given: z.boolean(),
    version: z.string().nullable().describe("Version of the text that was agreed to."),
  })
  .nullable()
  .describe("Null where nobody asks for a consent.");

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
  expires_at: "2026-03-15T09:26:53.589Z",
  return_url: null,
};

/** GET /v1/verifications/:id/next, the same for a secret key and a token: it reveals no defence. */
export const nextAnswer = z
  .object({
    status: z.enum(STATUSES),
    outcome: z
      .enum(PERSON_OUTCOMES)
      .describe("How it stands for the person; a completed one is `done`, `in_review` or `unsuccessful`."),
    action,
    consent,
    expires_at: timestamp,
    return_url: z.string().nullable().describe("Where the person is sent back to; null for nowhere."),
  })
  .meta({ id: "Next", description: "What the person does next, and why.", examples: [example] });
