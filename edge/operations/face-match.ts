import { isCredentialId, newId } from "../core/ids.ts";
import type { Scope } from "../core/scope.ts";
import type { Template } from "../inference/port.ts";
import type { Statement } from "../store/batch.ts";
import { findResults, insertFaceMatch } from "../store/results/results.ts";
import { comparisonScore, isMeasured, matchPortrait, whyIncomparable } from "../verdicts/match/comparison.ts";
import { isPortraitCopied, isRegisteredPhoto } from "../verdicts/match/copy.ts";
import type { ReferenceKind } from "../verdicts/outcomes/face-match.ts";
import { comparisonResult } from "../verdicts/replay/judged.ts";
import { specimenTemplate } from "../verdicts/test-references/specimen.ts";
import type { Pair } from "../verification/face-match.ts";
import type { MeasuredComparison } from "../verification/measured.ts";
import { comparesRegistered } from "../verification/returning.ts";
import type { StepResult, Verification } from "../verification/types.ts";
import type { Services } from "./commit/context.ts";
import { type FreshResults, openFace } from "./kept-faces.ts";
import type { Present } from "./registrations/present-registration.ts";
import { openRegistered } from "./registrations/registered-face.ts";

type Comparing = Pick<Services<"vault" | "inference">, "db" | "vault" | "inference">;

/** What is known at the time of a comparison. */
interface Known {
  readonly fresh: FreshResults;
  readonly present: Present;
  readonly now: number;
}

/** The face that the selfie is compared with; its template is null if it was erased. */
interface Reference {
  readonly kind: ReferenceKind;
  readonly template: Template | null;
  /** Whether a frame is a copy of its photo, or null if that is unknown. */
  isCopiedBy(live: Template): boolean | null;
}

/** The document's portrait, or the registered face of a person who comes back. */
async function openReference(
  services: Comparing,
  scope: Scope,
  { reference }: Pair,
  { policy }: Verification,
  { fresh, present }: Known,
): Promise<Reference> {
  if (!comparesRegistered(policy)) {
    const template =
      reference === null ? null : await openFace(services, scope, "portrait", reference, fresh);
    return { kind: "portrait", template, isCopiedBy: (live) => template && isPortraitCopied(live, template) };
  }
  const { templateVersion } = await services.inference.bundle();
  const template = present.isSpecimen
    ? specimenTemplate(templateVersion)
    : present.compared && (await openRegistered(services.vault, scope, present.compared));
  return {
    kind: "registered",
    template,
    isCopiedBy: ({ hashes }) => template && isRegisteredPhoto(hashes, template),
  };
}

/** Why two faces cannot be compared; null if they can. */
async function whyNotCompared(
  { db }: Comparing,
  scope: Scope,
  { reference }: Pair,
  { live, template, fresh }: Readonly<Record<"live" | "template", Template | null>> & Pick<Known, "fresh">,
): Promise<MeasuredComparison["incomparable"]> {
  const why = whyIncomparable(live, template);
  const isCredential = reference !== null && isCredentialId(reference);
  if (why !== "face_erased" || template !== null || !isCredential) return why;
  // What was erased has no answer any more: then the portrait may have been there.
  const rows = await findResults(db, scope, fresh.bodies.has(reference) ? [] : [reference]);
  return fresh.bodies.has(reference) || rows.has(reference) ? "credential_without_portrait" : why;
}

/**
 * Compares the best selfie frame with the face that counts (contract §3.6.5), decrypted in memory only. A
 * pair that cannot be compared goes to manual review: its row has the reason, and no similarity. Test mode
 * reports a copied photo without judging it.
 */
export async function comparePair(
  services: Comparing,
  scope: Scope,
  verification: Verification,
  pair: Pair,
  known: Known,
): Promise<{ step: StepResult; measured: MeasuredComparison; statements: Statement[] }> {
  const { id: verificationId, customerRef, policy } = verification;
  const { now } = known;
  const [reference, live, bundle] = await Promise.all([
    openReference(services, scope, pair, verification, known),
    openFace(services, scope, "frame", pair.frame, known.fresh),
    services.inference.bundle(),
  ]);
  const { kind, template } = reference;
  const level = policy.face_match_level;
  const id = newId("faceMatch", now);
  const incomparable = await whyNotCompared(services, scope, pair, { live, template, fresh: known.fresh });
  const isComparable = incomparable === null && isMeasured(bundle.operatingPoints, level);
  const match = isComparable ? matchPortrait(live!, template!, bundle, level) : null;
  const copied = incomparable === null ? reference.isCopiedBy(live!) : null;
  const isJudged = copied === true && scope.mode === "live";
  const measured: MeasuredComparison = {
    ...{ resultIds: [id], ...pair, incomparable, isCopied: isJudged },
    score: incomparable === null ? comparisonScore(live!, template!) : null,
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
    [kind === "portrait" ? "ocr_id" : "registration_id"]: pair.reference,
    lc_id: pair.frame,
    model_version: (live ?? template)?.version ?? bundle.templateVersion,
    mode: scope.mode,
  };
  const row = { id, verificationId, customerRef, createdAt: now, kind: body.kind, body };
  return {
    step,
    measured,
    statements: [insertFaceMatch(services.db, scope, row)],
  };
}
