import type { Template } from "../inference/port.ts";
import { newId } from "../scope.ts";
import type { Statement } from "../store/batch.ts";
import { insertFaceMatch } from "../store/face-matches.ts";
import { findFrameTemplate } from "../store/liveness-results.ts";
import { findPortraitTemplate } from "../store/ocr-results.ts";
import type { StoredVerification } from "../store/verifications.ts";
import { matchPortrait, whyIncomparable } from "../verdicts/match/portrait.ts";
import { faceMatchOutcome } from "../verdicts/step-outcome.ts";
import type { StepResult } from "../verification/types.ts";
import type { Check } from "./check.ts";
import { openTemplate } from "./sealed-template.ts";

/** One half of a verification's face match, as the call at hand just made it. */
export interface FreshTemplate {
  readonly of: "portrait" | "live_frame";
  readonly template: Template;
}

/**
 * Compares the template at hand with the newest other half that the verification holds, opened in memory only. Null when
 * the policy asks for no comparison, or the other half is not there yet. What cannot be compared goes to a person, with no
 * row, since there is nothing that was measured.
 */
export async function matchFaces(
  check: Check,
  verification: StoredVerification,
  fresh: FreshTemplate,
): Promise<{ step: StepResult; statements: Statement[] } | null> {
  if (!verification.policy.require_face_match) return null;
  const other = await otherHalf(check, verification.id, fresh.of);
  if (other === null) return null;
  const [live, portrait] = fresh.of === "live_frame" ? [fresh.template, other] : [other, fresh.template];
  const { services, scope, now } = check;
  const pack = await services.inference.pack();
  const level = verification.policy.face_match_level;
  const id = newId("faceMatch", now);
  const reason = whyIncomparable(live, portrait, pack, level);
  if (reason !== null) {
    return { step: { part: "comparison", outcome: "review", resultId: id, reason }, statements: [] };
  }
  const match = matchPortrait(live, portrait, pack, level);
  const row = {
    id,
    verificationId: verification.id,
    customerRef: verification.customerRef,
    createdAt: now,
    kind: "verification",
    body: {
      id,
      kind: "verification",
      match: match.match,
      similarity: match.similarity,
      threshold: match.threshold,
      verification_id: verification.id,
      model_version: match.modelVersion,
      mode: scope.mode,
    },
  } as const;
  return {
    step: { part: "comparison", resultId: id, ...faceMatchOutcome(match) },
    statements: [insertFaceMatch(services.db, scope, row)],
  };
}

async function otherHalf(
  { services, scope }: Check,
  verificationId: string,
  of: FreshTemplate["of"],
): Promise<Template | null> {
  const find = of === "portrait" ? findFrameTemplate : findPortraitTemplate;
  const row = await find(services.db, scope, verificationId);
  if (row === undefined || row.sealed === null || row.version === null) return null;
  return openTemplate(services.vault, scope, { id: row.id, version: row.version }, row.sealed);
}
