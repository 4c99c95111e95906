import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { handoffs, links } from "../../../drizzle/schema/capture.ts";
import type { sessionTokens } from "../../../drizzle/schema/tenants.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import { DETAIL_RESULTS, EXPECTED_KEYS } from "../../../vocabulary/details.ts";
import { HANDOFF_RULES } from "../../../vocabulary/enumerations.ts";
import { CONSENT_PURPOSES } from "../../../vocabulary/faces.ts";
import { CHECK_STATUSES } from "../../../vocabulary/own-checks.ts";
import { DOCUMENT_EVIDENCE } from "../../../vocabulary/signed-evidence.ts";
import {
  NEXT_ACTIONS,
  REASON_STEPS,
  RULINGS,
  STEP_NAMES,
  STEP_STATUSES,
} from "../../../vocabulary/verifications.ts";
import { resolvedPolicySchema } from "../../verification/policy.ts";
import {
  BINDING_WAYS,
  type BoundDevice,
  PART_NAMES,
  type Step,
  type Verification,
} from "../../verification/types.ts";

export type VerificationRow = typeof verifications.$inferSelect;

/** Joins a credential's row to its verification, of the same tenant and mode. */
export const ofItsVerification = ({
  verificationId,
  tenantId,
  mode,
}: typeof handoffs | typeof links | typeof sessionTokens) =>
  and(
    eq(verifications.id, verificationId),
    eq(verifications.tenantId, tenantId),
    eq(verifications.mode, mode),
  );

const reason = z.string().nullable();
const found = z.string().optional();
const count = z.int().min(0);

const detail = z.object({
  field: z.enum(EXPECTED_KEYS),
  result: z.enum(DETAIL_RESULTS),
  normalised: z.boolean(),
});

const part = z.object({
  attempts: count,
  captureFailures: count,
  captureIssue: reason,
  stepUp: z.boolean(),
  challengeFirst: z.boolean().optional(),
  evidence: z
    .object({
      status: z.enum(STEP_STATUSES).exclude(["pending"]),
      reason,
      found,
      resultId: z.string().nullable(),
      otherResultId: z.string().optional(),
      details: z.array(detail).optional(),
      capture: z.string().nullable(),
      outdated: z.boolean().optional(),
    })
    .nullable(),
});

const finding = z.object({
  part: z.enum(PART_NAMES),
  code: z.string(),
  found,
  resultId: z.string(),
  ofPixels: z.boolean().optional(),
});

const step = z.object({
  name: z.enum(STEP_NAMES),
  status: z.enum(STEP_STATUSES),
  attempts: count,
  maxAttempts: count,
  resultIds: z.array(z.string()),
  reason,
  updatedAt: z.number().nullable(),
  capture: z.string().nullable(),
  findings: z.array(finding),
  registered: z.string().nullable().optional(),
  parts: z.partialRecord(z.enum(PART_NAMES), part),
});

const steps = z.array(step) satisfies z.ZodType<Step[]>;

const capture = z.object({
  returnUrl: z.string().nullable(),
  locale: z.string().nullable(),
  requireLiveCapture: z.boolean(),
  handoff: z.enum(HANDOFF_RULES),
});

const boundDevice: z.ZodType<BoundDevice> = z.object({
  device: z.string(),
  at: z.number(),
  via: z.enum(BINDING_WAYS),
  watcher: z.string().nullable(),
  before: z.lazy(() => boundDevice.nullable().optional()),
});

const consent = z.object({
  version: z.string(),
  sha256: z.string(),
  locale: z.string(),
  purposes: z.array(z.enum(CONSENT_PURPOSES)).optional(),
  recognitionSha256: z.string().optional(),
  givenAt: z.number(),
  withdrawnAt: z.number().nullable(),
});

const proposal = z.object({
  ruling: z.enum(RULINGS),
  reason: z.string(),
  by: z.string(),
  at: z.number(),
});

const check = z.object({
  name: z.string(),
  status: z.enum(CHECK_STATUSES),
  requestedAt: z.number(),
  deadline: z.number(),
  answeredAt: z.number().nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
});

const columns = {
  proposal: proposal.nullable(),
  capture: capture.nullable(),
  boundDevice: boundDevice.nullable(),
  consent: consent.nullable(),
  decisionReasons: z.array(z.object({ code: z.string(), step: z.enum(REASON_STEPS), message: z.string() })),
  nextAction: z
    .object({ type: z.enum(NEXT_ACTIONS), methods: z.array(z.enum(DOCUMENT_EVIDENCE)).optional() })
    .nullable(),
  policy: resolvedPolicySchema,
  metadata: z.record(z.string(), z.string()).nullable(),
  checks: z.array(check).nullable(),
};

/**
 * A row as the rules use it. Throws if a JSON column does not match its schema; the error contains no data.
 */
export function toVerification(stored: VerificationRow): Verification {
  const { tenantId: _, mode: __, deviceCalls: ___, readRevision: ____, ...claimed } = stored;
  const { claimedBy, claimedSession, claimedUntil, checkDeadline, ...row } = claimed;
  return {
    ...row,
    proposal: parsed(row.id, "proposal", columns.proposal, row.proposal),
    decisionReasons: parsed(row.id, "decision_reasons", columns.decisionReasons, row.decisionReasons),
    nextAction: parsed(row.id, "next_action", columns.nextAction, row.nextAction),
    capture: parsed(row.id, "capture", columns.capture, row.capture),
    boundDevice: parsed(row.id, "bound_device", columns.boundDevice, row.boundDevice),
    consent: parsed(row.id, "consent", columns.consent, row.consent),
    policy: parsed(row.id, "policy", columns.policy, row.policy),
    metadata: parsed(row.id, "metadata", columns.metadata, row.metadata),
    steps: parsed(row.id, "steps", steps, row.steps),
    checks: parsed(row.id, "checks", columns.checks, row.checks),
  };
}

function parsed<S extends z.ZodType>(id: string, column: string, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Error(`The column ${column} of verification ${id} does not parse.`);
  return result.data;
}
