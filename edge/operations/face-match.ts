import { newId } from "../core/ids.ts";
import type { Scope } from "../core/scope.ts";
import type { Template } from "../inference/port.ts";
import type { Statement } from "../store/batch.ts";
import { findFrameTemplate } from "../store/results/liveness-results.ts";
import { findPortraitTemplate } from "../store/results/ocr-results.ts";
import { insertFaceMatch } from "../store/results/results.ts";
import { comparisonScore, isMeasured, matchPortrait, whyIncomparable } from "../verdicts/match/comparison.ts";
import { isPortraitCopied } from "../verdicts/match/copy.ts";
import { comparisonResult } from "../verdicts/replay/judged.ts";
import type { Pair } from "../verification/face-match.ts";
import type { MeasuredComparison } from "../verification/measured.ts";
import type { StepResult, Verification } from "../verification/types.ts";
import type { Services } from "./commit/context.ts";
import { openTemplate } from "./encrypted-template.ts";

/** Templates of this call's own results, by the id of their result. */
export type FreshTemplates = ReadonlyMap<string, Template>;

type Comparing = Pick<Services<"vault" | "inference">, "db" | "vault" | "inference">;

/**
 * Compares the portrait and the best selfie frame that count (contract §3.6.5), decrypted in memory only. A
 * pair that cannot be compared goes to manual review: its row has the reason, and no similarity. Test mode
 * reports a copied portrait without judging it.
 */
export async function comparePair(
  services: Comparing,
  scope: Scope,
  { id: verificationId, customerRef, policy }: Verification,
  pair: Pair,
  fresh: FreshTemplates,
  now: number,
): Promise<{ step: StepResult; measured: MeasuredComparison; statements: Statement[] }> {
  const [portrait, live, bundle] = await Promise.all([
    fresh.get(pair.portrait) ?? openKept(services, scope, pair.portrait, findPortraitTemplate),
    fresh.get(pair.frame) ?? openKept(services, scope, pair.frame, findFrameTemplate),
    services.inference.bundle(),
  ]);
  const level = policy.face_match_level;
  const id = newId("faceMatch", now);
  const incomparable = whyIncomparable(live, portrait);
  const isComparable = incomparable === null && isMeasured(bundle.operatingPoints, level);
  const match = isComparable ? matchPortrait(live!, portrait!, bundle, level) : null;
  const copied = incomparable === null ? isPortraitCopied(live!, portrait!) : null;
  const isJudged = copied === true && scope.mode === "live";
  const measured: MeasuredComparison = {
    ...{ resultIds: [id], ...pair, incomparable, isCopied: isJudged },
    score: incomparable === null ? comparisonScore(live!, portrait!) : null,
    points: bundle.operatingPoints.map((point) => ({
      level: point.level,
      comparisonScore: point.comparisonScore,
    })),
  };
  const step = comparisonResult(measured, policy);
  const body = {
    id,
    kind: "verification" as const,
    match: match?.match === true && !isJudged,
    similarity: match?.similarity ?? null,
    threshold: match?.threshold ?? null,
    reason: step.reason,
    copied: match === null ? null : copied,
    verification_id: verificationId,
    ocr_id: pair.portrait,
    lc_id: pair.frame,
    model_version: (live ?? portrait)?.version ?? bundle.templateVersion,
    mode: scope.mode,
  };
  const row = { id, verificationId, customerRef, createdAt: now, kind: body.kind, body };
  return {
    step,
    measured,
    statements: [insertFaceMatch(services.db, scope, row)],
  };
}

/** The encrypted template of a result's face; null if the result has lost its template. */
async function openKept(
  { db, vault }: Comparing,
  scope: Scope,
  resultId: string,
  find: typeof findPortraitTemplate,
): Promise<Template | null> {
  const row = await find(db, scope, resultId);
  if (row === undefined || row.encrypted === null || row.version === null) return null;
  return openTemplate(vault, scope, { id: row.id, version: row.version }, row.encrypted);
}
