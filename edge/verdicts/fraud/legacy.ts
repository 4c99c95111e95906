import type { DocumentType } from "../../../vocabulary/document-types.ts";
import type { FraudDecision } from "../../../vocabulary/fraud.ts";
import type { Mode } from "../../core/scope.ts";
import { FRAUD_THRESHOLDS } from "./signals/signals.ts";

/** An earlier system's decision, without its evidence. A legacy decision is never `clean` (contract §6.8). */
export interface LegacyDecision {
  readonly customerRef: string;
  readonly documentType: DocumentType;
  readonly decision: Exclude<FraudDecision, "clean">;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/**
 * The row and body of a legacy result. Without measurements it contains no score, no signals, no checks and
 * no quality gate. The thresholds are those in force at the import, as in every row.
 */
export function legacyResult(id: string, mode: Mode, legacy: LegacyDecision) {
  const { customerRef, documentType, decision, createdAt } = legacy;
  const isFraudulent = decision === "fraudulent";
  const body = {
    fc_id: id,
    decision,
    is_fraudulent: isFraudulent,
    overall_score: null,
    thresholds: FRAUD_THRESHOLDS,
    quality_gate: null,
    signals: [],
    deterministic_checks: [],
    authenticity_missing: null,
    document_type: documentType,
    record_kind: "legacy",
    evidence_available: false,
    customer_ref: customerRef,
    verification_id: null,
    mode,
  };
  return {
    id,
    verificationId: null,
    customerRef,
    createdAt,
    recordKind: "legacy",
    decision,
    isFraudulent,
    overallScore: null,
    thresholdSuspicious: FRAUD_THRESHOLDS.suspicious,
    thresholdFraudulent: FRAUD_THRESHOLDS.fraudulent,
    criticalFailed: false,
    majorFailed: false,
    requiredMissing: false,
    authenticityMissing: false,
    fingerprint: null,
    body,
  } as const;
}
