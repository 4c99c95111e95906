import type { FrameAssessment, NamedImage, Pack } from "../../../inference/port.ts";
import { captureIssues, qualityReport } from "../../../verdicts/face/quality.ts";
import type { KnownFrames } from "../../../verdicts/liveness/judge.ts";
import type { LivenessVerdict } from "../../../verdicts/liveness/reasons.ts";
import type { LivenessMode } from "../../../vocabulary/liveness.ts";
import type { Check } from "../../parts/open-check.ts";

/** The verdict on one liveness check, with its measurements. */
export interface JudgedLiveness {
  readonly id: string;
  readonly mode: LivenessMode;
  readonly verdict: LivenessVerdict;
  readonly known: KnownFrames;
  readonly frames: readonly NamedImage[];
  readonly assessments: readonly FrameAssessment[];
  readonly pack: Pack;
}

/** The body of a liveness check's result (contract §5). */
export function livenessBody(
  { scope, customerRef, verification }: Check,
  { id, mode, verdict, known, assessments, pack }: JudgedLiveness,
  requestId: string,
) {
  const pad = assessments[0]?.pad?.model;
  return {
    lc_id: id,
    is_live: verdict.isLive,
    score: verdict.score,
    threshold: verdict.threshold,
    reason: verdict.reason,
    mode: scope.mode,
    liveness_mode: mode,
    retryable: verdict.retryable,
    next_action: verdict.nextAction,
    frames: assessments.map((frame, index) => ({
      index,
      score: frame.pad?.score ?? null,
      quality: qualityReport(frame.analysis),
      issues: captureIssues(frame.analysis),
      replayed: known.replayed[index]!,
    })),
    registration_copied: known.registrationCopied,
    customer_ref: customerRef,
    request_id: requestId,
    verification_id: verification?.id ?? null,
    model_version: pad === undefined ? pack.templateVersion : `${pad.name}@${pad.version}`,
  };
}
