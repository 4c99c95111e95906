import type { Template } from "../inference/port.ts";
import { newId } from "../scope.ts";
import type { Statement } from "../store/batch.ts";
import { insertFaceMatch } from "../store/face-matches.ts";
import { findFrameTemplate } from "../store/liveness-results.ts";
import { findPortraitTemplate } from "../store/ocr-results.ts";
import type { StoredVerification } from "../store/verifications.ts";
import { matchPortrait, whyIncomparable } from "../verdicts/match/portrait.ts";
import { faceMatchOutcome, type StepOutcome } from "../verdicts/step-outcome.ts";
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
 * the policy asks for no comparison, or the other half is not there yet. What cannot be compared goes to a person: its row
 * says why, and has no similarity.
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
  const match = reason === null ? matchPortrait(live, portrait, pack, level) : null;
  const outcome: StepOutcome = match === null ? { outcome: "review", reason } : faceMatchOutcome(match);
  const body = {
    id,
    kind: "verification" as const,
    match: match?.match ?? false,
    similarity: match?.similarity ?? null,
    threshold: match?.threshold ?? null,
    reason: outcome.reason,
    verification_id: verification.id,
    model_version: fresh.template.version,
    mode: scope.mode,
  };
  const { id: verificationId, customerRef } = verification;
  const row = { id, verificationId, customerRef, createdAt: now, kind: body.kind, body };
  return {
    step: { part: "comparison", resultId: id, ...outcome },
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
