import { z } from "zod";
import { CHECK_OUTCOMES } from "../../vocabulary/own-checks.ts";
import { RULINGS, SECOND_REVIEWER } from "../../vocabulary/verifications.ts";
import { exampleTime, idOf, modeSchema, timestamp } from "./common.ts";
import { exampleReviewed } from "./verification-examples.ts";
import { verificationAnswer } from "./verifications.ts";

const record = z.record(z.string(), z.any());

const inputs = z
  .object({
    called_at: timestamp.optional().describe("When the call began."),
    capture: z
      .string()
      .optional()
      .describe("Names the call's document images. Calls with the same name had the same images."),
    measured: record
      .optional()
      .describe(
        "What a call measured: gates, outcomes, sources of fields, the birth date, the comparison score. The outcomes follow from it and from the policy.",
      ),
    check: z
      .union([
        z.object({
          name: z.string().describe("The check, as the policy names it."),
          outcome: z.enum(CHECK_OUTCOMES).describe("The answer."),
        }),
        z.literal("overdue"),
      ])
      .optional()
      .describe("The answer to an external check, or `overdue` for a deadline that has passed."),
    search_again: record
      .optional()
      .describe("The search for the selfie's face that kept the answer from an approval."),
    ruling: z.enum(RULINGS).optional().describe("A reviewer's ruling."),
    reason: z.string().optional().describe("The code of its reason."),
    by: z.string().optional().describe("The reviewer."),
    second_reviewer: z
      .enum(SECOND_REVIEWER)
      .optional()
      .describe("Which rulings a second person had to confirm."),
  })
  .nullable()
  .describe("What the rules were given; null for a change that needs nothing.");

const change = z.object({
  revision: z.int().min(1).describe("The number of the change."),
  at: timestamp.describe("When it was made."),
  change: z.string().describe("The kind of change, such as `step_result` or `reviewed`."),
  inputs,
});

const image = z.object({
  result_id: z.string().describe("The result that shows it."),
  kind: z.string().describe("`document`, `portrait`, `live_frame`, `challenge_frame` or `original`."),
  side: z.string().nullable().describe("The side of a document, or null."),
  media_type: z.string().describe("The media type of the image."),
  sha256: z.string().describe("SHA-256 of the image, in hexadecimal."),
});

/** GET /v1/verifications/:id/dossier. */
export const dossierAnswer = z
  .object({
    dossier_version: z.literal(1).describe("The version of this form."),
    issued_at: timestamp.describe("When the dossier was signed."),
    tenant_id: idOf("tenant"),
    mode: modeSchema,
    verification: verificationAnswer,
    challenge_first: z.boolean().describe("Whether a challenge was asked for from the start."),
    changes: z.array(change).describe("Every change of the verification, oldest first."),
    results: z
      .array(
        z.object({
          id: z.string().describe("The result's id."),
          created_at: timestamp,
          body: record.describe("The result as a secret key reads it. Empty after it was deleted."),
        }),
      )
      .describe("Every result, with its measurements and model versions, oldest first in each step."),
    images: z.array(image).optional().describe("The kept images. Only with `images=1`."),
    image_contents: z
      .array(
        z.object({
          sha256: z.string().describe("Which image it is."),
          base64: z.string().describe("The image in base64."),
        }),
      )
      .optional()
      .describe("The images themselves, which the signature covers by their hashes."),
    signature: z
      .string()
      .describe(
        "A compact JWS (RFC 7515) of `typ` `svc-dossier+jws` whose payload is the dossier without `signature` and `image_contents`. Its keys are at `/.well-known/jwks.json`.",
      ),
  })
  .meta({
    id: "Dossier",
    description: "All that a verification's decision rests on, signed.",
    examples: [
      {
        ...{ dossier_version: 1, issued_at: exampleTime, tenant_id: "tn_01JPA6Z8W4K8N2P4R6S8T0V2W4" },
        ...{ mode: "test", verification: exampleReviewed, challenge_first: false },
        changes: [
          { revision: 1, at: exampleReviewed.created_at, change: "created", inputs: null },
          {
            ...{ revision: 5, at: exampleTime, change: "reviewed" },
            inputs: {
              ...{ ruling: "approved", reason: "identity_confirmed", by: "agent-7" },
              second_reviewer: "off",
            },
          },
        ],
        results: exampleReviewed.steps.flatMap(({ result_ids, updated_at }) =>
          result_ids.map((id) => ({ id, created_at: updated_at, body: {} })),
        ),
        signature: "eyJhbGciOiJFZERTQSJ9.eyJkb3NzaWVyX3ZlcnNpb24iOjF9.c2lnbmF0dXJl",
      },
    ],
  });
