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

const explanation = z.string().describe("What it means, in a sentence for staff.");

const signal = z.object({
  name: z
    .enum(SIGNALS)
    .describe(
      "`specimen_document` and `duplicate_image` count towards `overall_score` in live mode only. They are told in both: test mode is where specimens are shown, and one card under many references.",
    ),
  score: unit.describe("Higher is more suspicious."),
  threshold: unit,
  triggered: z.boolean(),
  severity: z.enum(SIGNAL_SEVERITIES),
  region: bbox.nullable(),
  model_version: modelVersion,
  explanation,
});

const check = z.object({
  name: z.enum(CHECKS),
  status: z.enum(CHECK_STATUSES),
  severity: z.enum(CHECK_SEVERITIES),
  required: z.boolean().describe("Whether a document is clean only when this was evaluated."),
  detail: z
    .string()
    .nullable()
    .describe(
      "Why it stands so; never a value of the document. A duplicate is `not_applicable` in test mode, and this says so.",
    ),
  explanation: z.string().describe("What the check looks at, whatever came of it, in a sentence for staff."),
});

const shape = {
  fc_id: idOf("fraud"),
  decision: z.enum(FRAUD_DECISIONS),
  is_fraudulent: z.boolean().describe("True exactly when `decision` is `fraudulent`."),
  overall_score: unit.nullable().describe("Higher is more likely fraud; null for a legacy result."),
  thresholds: z.object({ suspicious: unit, fraudulent: unit }),
  quality_gate: z.object({ passed: z.boolean(), issues: z.array(z.enum(ELIGIBILITY_REASONS)) }).nullable(),
  signals: z.array(signal),
  deterministic_checks: z.array(check),
  authenticity_missing: z.boolean().nullable(),
  document_type: documentType,
  record_kind: z.enum(RECORD_KINDS).describe("A legacy result never becomes clean."),
  evidence_available: z.boolean().describe("False for a legacy result."),
  customer_ref: customerRef.nullable(),
  verification_id: idOf("verification").nullable(),
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
      explanation: "All of the page shares one history of compression.",
    },
  ],
  deterministic_checks: [
    {
      name: "mrz_composite_checksum",
      status: "pass",
      severity: "critical",
      required: true,
      detail: null,
      explanation: "The check digit over all numbers of the machine readable zone.",
    },
  ],
  authenticity_missing: false,
  document_type: "passport",
  record_kind: "canonical",
  evidence_available: true,
  customer_ref: "user-4711",
  verification_id: null,
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
  description: "The persisted verdict on a document's image, and what it rests on.",
  examples: [{ ...example, created_at: exampleTime }],
});

/**
 * The view for a session token. The verification's status shows the decision anyway; its reasons would help a
 * forger.
 */
const told = fraudAnswer.pick({
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

export const fraudForToken = told.meta({
  id: "FraudResultForToken",
  description: "What a session token is told of the verdict: what about the image can be mended.",
  examples: [told.parse({ ...example, created_at: exampleTime })],
});
