import { z } from "zod";
import { VERIFIED_KEYS } from "../../vocabulary/details.ts";
import { ANCHOR_KINDS } from "../../vocabulary/trust.ts";
import { RULINGS } from "../../vocabulary/verifications.ts";
import { customerRef, exampleTime, idOf, timestamp } from "./common.ts";
import { metadata, verifiedValue } from "./expected.ts";
import { exampleRequest } from "./own-checks.ts";
import { policy, policyOrigin } from "./policies.ts";
import { decisionReasons } from "./reasons.ts";
import { needing } from "./scoped-members.ts";
import { exampleEventData } from "./verification-examples.ts";
import { age, contestRecord, decision, recalledAt, statusName, step } from "./verifications.ts";

/** The data of `verification.completed` (contract §11.1). */
export const verificationData = z
  .object({
    vf_id: idOf("verification"),
    status: statusName,
    decision,
    final: z
      .boolean()
      .describe(
        "False if a reviewer still has to decide: `verification.reviewed` follows. A declined end user may contest a final decision if the policy has `contest: on`.",
      ),
    decision_reasons: decisionReasons,
    customer_ref: customerRef,
    steps: z.array(step).describe("The policy's steps, in their order."),
    age: age.optional(),
    contest: contestRecord.optional(),
    ...policyOrigin,
    policy: policy.optional().describe("The effective policy, if it is a named one."),
    metadata: metadata.optional(),
  })
  .meta({
    id: "VerificationData",
    description: "The data of a `verification.completed` event.",
    examples: [exampleEventData()],
  });

const askedFields = Object.fromEntries(
  VERIFIED_KEYS.map((key) => [
    key,
    verifiedValue.optional().describe("Null if the document does not show it."),
  ]),
);

/** The data of `verification.check_requested`. */
export const checkRequestedData = z
  .object({
    vf_id: idOf("verification"),
    check: z.string().describe("The check, as the policy names it."),
    deadline: timestamp.describe("When the policy's `on_deadline` decides instead of an answer."),
    customer_ref: customerRef,
    fields: needing(
      "personal:read",
      z.object(askedFields).describe("The fields of the document that the check asks for; no others."),
    ),
    metadata: metadata.optional(),
  })
  .meta({
    id: "CheckRequestedData",
    description: "The data of a `verification.check_requested` event.",
    examples: [exampleRequest],
  });

/** The data of `verification.review_required`. */
export const reviewRequiredData = verificationData
  .extend({
    decision: z.literal("review").describe("Always `review`."),
    final: z.literal(false).describe("Always false: a reviewer decides."),
  })
  .meta({
    id: "ReviewRequiredData",
    description: "The data of a `verification.review_required` event.",
    examples: [
      exampleEventData({
        ...{ decision: "review", document: "review", reason: "fraud_suspicious" },
        found: "Possible tampering in the portrait",
      }),
    ],
  });

/** The data of `verification.reviewed`. */
export const reviewedData = verificationData
  .extend({
    final: z.literal(true).describe("Always true."),
    decision: z.enum(RULINGS).describe("The reviewer's decision."),
  })
  .meta({
    id: "ReviewedData",
    description: "The data of a `verification.reviewed` event.",
    examples: [exampleEventData({ decision: "approved", document: "passed", reason: "document_genuine" })],
  });

/** The data of `verification.contested`. */
export const contestedData = verificationData
  .extend({
    decision: z.literal("declined").describe("Always `declined`: it stands until a reviewer decides."),
    final: z.literal(false).describe("Always false: a reviewer decides."),
    contest: contestRecord,
  })
  .meta({
    id: "ContestedData",
    description: "The data of a `verification.contested` event.",
    examples: [
      exampleEventData({
        ...{ decision: "declined", document: "failed", reason: "fraud_fraudulent" },
        found: "The MRZ's check digits are wrong",
        contestedAt: Date.parse(exampleTime),
      }),
    ],
  });

/** The data of `verification.recalled`. */
export const recalledData = verificationData
  .extend({
    final: z.boolean().describe("False while the verification is open, or a reviewer has to decide."),
    customer_ref: customerRef
      .nullable()
      .describe("Your own name for the end user; null after they were erased."),
    recalled_at: recalledAt,
    anchor: z
      .object({
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .describe("SHA-256 of the certificate, in hexadecimal."),
        kind: z.enum(ANCHOR_KINDS).describe("What the certificate signs."),
        country: z.string().nullable().describe("The certificate's country, ISO 3166 alpha-2, or null."),
      })
      .describe("The trust anchor."),
  })
  .meta({
    id: "RecalledData",
    description: "The data of a `verification.recalled` event.",
    examples: [
      {
        ...exampleEventData(),
        recalled_at: exampleTime,
        anchor: {
          sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
          kind: "seal",
          country: "DE",
        },
      },
    ],
  });
