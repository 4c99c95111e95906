import { insertFraudResult } from "../../store/results/fraud-results.ts";
import type { FraudVerdict } from "../../verdicts/fraud/assess.ts";
import type { Check, ResultRows } from "../checks.ts";
import type { JudgedPicture } from "./judge-picture.ts";

/** A fraud result before it is written. */
interface FraudResult {
  readonly result: ResultRows;
  /** The body for a secret key. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The row, the event and the answer of a judged picture of a document. `fingerprint`: null keeps none. */
export function fraudResult(
  check: Check,
  { id, verdict, ...picture }: JudgedPicture & { readonly id: string },
): FraudResult {
  const { services, scope, customerRef } = check;
  const body = toBody(id, verdict, check);
  const row = toRow(id, verdict, body, picture, check);
  return {
    result: {
      id,
      customerRef,
      event: { type: "fraud.signal_detected", data: body },
      statements: [insertFraudResult(services.db, scope, row)],
    },
    body,
  };
}

function toBody(id: string, verdict: FraudVerdict, { customerRef, verification, scope }: Check) {
  return {
    fc_id: id,
    decision: verdict.decision,
    is_fraudulent: verdict.isFraudulent,
    overall_score: verdict.overallScore,
    thresholds: verdict.thresholds,
    quality_gate: verdict.qualityGate,
    signals: verdict.signals.map(({ modelVersion, ...signal }) => ({
      ...signal,
      model_version: modelVersion,
    })),
    deterministic_checks: verdict.deterministicChecks,
    authenticity_missing: verdict.authenticityMissing,
    document_type: verdict.documentType,
    record_kind: "canonical",
    evidence_available: true,
    customer_ref: customerRef,
    verification_id: verification?.id ?? null,
    mode: scope.mode,
  };
}

function toRow(
  id: string,
  verdict: FraudVerdict,
  body: Record<string, unknown>,
  picture: Pick<JudgedPicture, "fingerprint" | "duplicateOf">,
  { customerRef, verification, now }: Check,
) {
  return {
    id,
    verificationId: verification?.id ?? null,
    customerRef,
    createdAt: now,
    recordKind: "canonical",
    decision: verdict.decision,
    isFraudulent: verdict.isFraudulent,
    overallScore: verdict.overallScore,
    thresholdSuspicious: verdict.thresholds.suspicious,
    thresholdFraudulent: verdict.thresholds.fraudulent,
    criticalFailed: verdict.criticalFailed,
    majorFailed: verdict.majorFailed,
    requiredMissing: verdict.requiredMissing,
    authenticityMissing: verdict.authenticityMissing,
    ...picture,
    body,
  } as const;
}
