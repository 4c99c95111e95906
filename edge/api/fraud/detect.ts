import type { AppContext } from "../../http/context.ts";
import { newId } from "../../scope.ts";
import { distanceToAnothers, insertFraudResult } from "../../store/fraud-results.ts";
import { assessFraud, type FraudVerdict } from "../../verdicts/fraud/assess.ts";
import { fraudOutcome } from "../../verdicts/step-outcome.ts";
import { specimenForensics } from "../../verdicts/test-references/specimen.ts";
import { beginCheck, type Check, requiredImage } from "../check.ts";
import { traceDocument } from "../document-trace.ts";
import { documentTypeField } from "../document-type-field.ts";
import { recordCheck } from "../record-check.ts";

export const detectForm = { files: ["image"], fields: ["document_type", "customer_ref"] };

/** POST /v1/fraud/detect: the persisted fraud result of a document's picture. */
export async function detectFraud(c: AppContext) {
  const { upload } = c.var;
  const image = requiredImage(upload, "image");
  const documentType = documentTypeField(upload.fields.get("document_type"));
  const check = await beginCheck(c, upload.fields, "fraud");
  const found = await check.services.inference.assessForensics(image);
  const forensics = check.fixed === null ? found : specimenForensics(found, check.fixed.fraud);
  const fingerprint = check.fixed === null ? forensics.perceptualHash : null;
  const knownImageDistance = await distanceToKnown(check, fingerprint);
  const verdict = assessFraud({
    forensics,
    documentType,
    knownImageDistance,
    mode: check.scope.mode,
    now: check.now,
  });
  const id = newId("fraud", check.now);
  const body = toBody(id, verdict, check);
  const { services, scope, customerRef } = check;
  const row = toRow(id, verdict, body, fingerprint, check);
  const evidence = { decision: verdict.decision, gatePassed: verdict.qualityGate.passed };
  return recordCheck(c, check, {
    id,
    customerRef,
    event: { type: "fraud.signal_detected", data: body },
    statements: [insertFraudResult(services.db, scope, row)],
    part: "fraud",
    document: await traceDocument(check, image, forensics.reading.mrz),
    outcome: (policy) => fraudOutcome(evidence, policy),
    face: null,
    search: null,
    answer: check.answer(body),
  });
}

/** Test references share their pictures freely: theirs are neither looked up nor kept. */
async function distanceToKnown(
  { services, scope, customerRef }: Check,
  fingerprint: Uint8Array | null,
): Promise<number | null> {
  if (fingerprint === null || customerRef === null) return null;
  return distanceToAnothers(services.db, scope, { customerRef, fingerprint });
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
  fingerprint: Uint8Array | null,
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
    fingerprint,
    body,
  } as const;
}
