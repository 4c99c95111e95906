import { z } from "zod";
import { ELIGIBILITY_REASONS } from "../../vocabulary/documents.ts";
import {
  CHECK_SEVERITIES,
  CHECK_STATUSES,
  CHECKS,
  FRAUD_DECISIONS,
  RECORD_KINDS,
  SIGNAL_SEVERITIES,
  SIGNALS,
} from "../../vocabulary/fraud.ts";
import { bbox, createdAt, customerRef, exampleTime, idOf, modelVersion, modeSchema, unit } from "./common.ts";
import { documentType } from "./ocr.ts";

const explanation = z.string().describe("What the value means, in a sentence for your staff.");

const signal = z.object({
  name: z
    .enum(SIGNALS)
    .describe(
      "The signal's name. `specimen_document` and `duplicate_image` count towards `overall_score` in live mode only.",
    ),
  score: unit.describe("Higher is more suspicious."),
  threshold: unit.describe("The score from which the signal is triggered."),
  triggered: z.boolean().describe("Whether `score` reaches `threshold`."),
  severity: z.enum(SIGNAL_SEVERITIES).describe("How much the signal counts."),
  region: bbox.nullable().describe("Where in the image; null if it concerns the whole image."),
  model_version: modelVersion,
  explanation,
});

const check = z.object({
  name: z.enum(CHECKS).describe("The check's name."),
  status: z
    .enum(CHECK_STATUSES)
    .describe("`not_applicable`: the document has nothing to check. `not_evaluated`: it could not be read."),
  severity: z.enum(CHECK_SEVERITIES).describe("How much a failed check counts."),
  required: z.boolean().describe("Whether the decision can be `clean` only if this check was evaluated."),
  detail: z.string().nullable().describe("Why the check has this status; never a value from the document."),
  explanation: z.string().describe("What the check compares, in a sentence for your staff."),
});

const shape = {
  fc_id: idOf("fraud"),
  decision: z
    .enum(FRAUD_DECISIONS)
    .describe(
      "`clean`: no sign of fraud. `suspicious`: a reviewer should look. `fraudulent`: declined. `inconclusive`: the image is too poor to decide.",
    ),
  is_fraudulent: z.boolean().describe("True exactly when `decision` is `fraudulent`."),
  overall_score: unit.nullable().describe("Higher means more likely fraud; null for a legacy result."),
  thresholds: z
    .object({
      suspicious: unit.describe("The `overall_score` from which a document is `suspicious`."),
      fraudulent: unit.describe("The `overall_score` from which a document is `fraudulent`."),
    })
    .describe("The limits that `overall_score` was compared with."),
  quality_gate: z
    .object({
      passed: z.boolean().describe("Whether the image is good enough to be checked."),
      issues: z.array(z.enum(ELIGIBILITY_REASONS)).describe("What is wrong with the image."),
    })
    .nullable()
    .describe("Image quality; null for a legacy result."),
  signals: z.array(signal).describe("What the fraud detectors measured in the image."),
  deterministic_checks: z
    .array(check)
    .describe("Checks of what the document says: check digits, dates, and agreement of MRZ and print."),
  authenticity_missing: z
    .boolean()
    .nullable()
    .describe("Whether no check of the document's authenticity could be made; null for a legacy result."),
  document_type: documentType,
  record_kind: z
    .enum(RECORD_KINDS)
    .describe("`legacy` for a result imported from an earlier system. It never becomes `clean`."),
  evidence_available: z
    .boolean()
    .describe("Whether signals and checks were stored; false for a legacy result."),
  customer_ref: customerRef.nullable().describe("The end user's `customer_ref`, or null if none was sent."),
  verification_id: idOf("verification").nullable().describe("The verification of the check, or null."),
  mode: modeSchema,
};

const example = {
  fc_id: "fc_01JPA70QN9D1F3H5K7M9P1R3T5",
  decision: "clean",
  is_fraudulent: false,
  overall_score: 0,
  thresholds: { suspicious: 0.4, fraudulent: 0.85 },
  quality_gate: { passed: true, issues: [] },
  signals: [
    {
      name: "digital_tampering",
      score: 0.08,
      threshold: 0.5,
      triggered: false,
      severity: "high",
      region: null,
      model_version: "compression-history-1",
      explanation: "The whole image has one compression history.",
    },
  ],
  deterministic_checks: [
    {
      name: "mrz_composite_checksum",
      status: "pass",
      severity: "critical",
      required: true,
      detail: null,
      explanation: "The check digit over all numbers of the MRZ.",
    },
  ],
  authenticity_missing: false,
  document_type: "passport",
  record_kind: "canonical",
  evidence_available: true,
  customer_ref: "user-4711",
  verification_id: "vf_01JPA6Z8W4K8N2P4R6S8T0V2W4",
  mode: "test",
};

/** The data of `fraud.signal_detected` (contract §11.1). */
export const fraudData = z.object(shape).meta({
  id: "FraudData",
  description: "The data of a `fraud.signal_detected` event.",
  examples: [example],
});

export const fraudAnswer = z.object({ ...shape, ...createdAt }).meta({
  id: "FraudResult",
  description: "The result of checking a document's image for fraud.",
  examples: [{ ...example, created_at: exampleTime }],
});

/**
 * The view for a session token. The verification's status shows the decision anyway; its reasons would help a
 * forger.
 */
const shown = fraudAnswer.pick({
  fc_id: true,
  decision: true,
  is_fraudulent: true,
  quality_gate: true,
  document_type: true,
  customer_ref: true,
  verification_id: true,
  mode: true,
  created_at: true,
});

export const fraudForToken = shown.meta({
  id: "FraudResultForToken",
  description:
    "The same, as a session token receives it: the decision, and image problems that the end user can correct.",
  examples: [shown.parse({ ...example, created_at: exampleTime })],
});
