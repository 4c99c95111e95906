import type { LivenessMode } from "../../../vocabulary/enumerations.ts";
import type { FrameAssessment, ModelBundle, NamedImage, Template } from "../../inference/port.ts";
import { insertLivenessResult } from "../../store/results/liveness-results.ts";
import { type ChallengeRow, useChallenge } from "../../store/verifications/challenges.ts";
import type { KnownFrames } from "../../verdicts/liveness/judge.ts";
import type { LivenessVerdict } from "../../verdicts/liveness/reasons.ts";
import { captureIssues, qualityReport } from "../../verdicts/match/quality.ts";
import { faceCounts, livenessOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import { specimenTemplate } from "../../verdicts/test-references/specimen.ts";
import { isAgeOnly } from "../../verification/purpose.ts";
import type { Check, Findings } from "../checks.ts";
import { encryptTemplate } from "../encrypted-template.ts";
import { type Image, keepImages, withOriginal } from "../keep-media.ts";
import { findDuplicate, onlyNewFrames } from "./known-faces.ts";

/** The verdict on one liveness check, with its measurements. */
interface JudgedLiveness {
  readonly id: string;
  readonly mode: LivenessMode;
  /** The challenge that the frames answer; null in other modes. */
  readonly challenge: ChallengeRow | null;
  readonly verdict: LivenessVerdict;
  readonly known: KnownFrames;
  readonly frames: readonly [NamedImage, ...NamedImage[]];
  readonly assessments: readonly FrameAssessment[];
  readonly bundle: ModelBundle;
}

type LivenessBody = ReturnType<typeof livenessBody>;

/**
 * The findings of a liveness check: its row, event and step and, if the face is live, its template, its
 * search among registered faces and its image.
 */
export async function livenessFindings(
  check: Check,
  found: JudgedLiveness,
  requestId: string,
): Promise<Findings<LivenessBody>> {
  const { id, mode, challenge, verdict, assessments } = found;
  const { services, scope, verification, customerRef, fixed, now } = check;
  const body = livenessBody(check, found, requestId);
  const outcome = livenessOutcome(verdict);
  const counts = faceCounts(outcome);
  const isEmptied = verification !== null && isAgeOnly(verification.policy);
  const live = counts && verification !== null ? templateOf(check, found) : null;
  const row = {
    id,
    verificationId: verification?.id ?? null,
    customerRef,
    createdAt: now,
    body,
    isLive: verdict.isLive,
    action: challenge?.action ?? null,
    frameTemplate: live === null ? null : await encryptTemplate(services.vault, scope, id, live),
    templateVersion: live?.version ?? null,
    frameHashes: customerRef === null || fixed !== null || isEmptied ? [] : hashesOf(found),
  };
  const search = live === null ? null : await findDuplicate(check, assessments[0]!.analysis, live);
  const level = verification?.policy.liveness_level ?? "standard";
  const liveness = { resultIds: [id], mode, level, ...outcome };
  const measured = { liveness: { ...liveness, ...(search !== null && { search: search.measured }) } };
  const kept = await keepImages(check, counts ? imagesOf(found) : []);
  const use = challenge === null ? [] : [useChallenge(services.db, scope, challenge.id, now)];
  const event = { type: "liveness.check.completed", data: body } as const;
  const isNew = verdict.isLive && !found.known.replayed.includes(true);
  const guard = isNew ? onlyNewFrames(check, id, assessments) : [];
  const statements = [...use, insertLivenessResult(services.db, scope, row), ...guard];
  return {
    results: [{ id, customerRef, event, statements }],
    body,
    recorded: verification === null ? null : { capture: id, measured },
    statements: search === null ? [] : [...search.row, ...search.guard],
    kept,
    template: live === null ? undefined : [id, live],
  };
}

/** The best frame, and the other frames of a challenge in their order. */
function imagesOf({ id, frames, assessments }: JudgedLiveness): Image[] {
  const [best, ...others] = assessments;
  const performed = others.flatMap(({ shown }, i): Image[] =>
    shown === undefined ? [] : [{ kind: "challenge_frame", frame: i + 2, resultIds: [id], content: shown }],
  );
  const neutral = withOriginal({ kind: "live_frame", resultIds: [id] }, best?.shown, frames[0].content);
  return [...neutral, ...performed];
}

/** The body of a liveness check's result (contract §5). */
function livenessBody(
  { scope, customerRef, verification }: Check,
  { id, mode, verdict, known, assessments, bundle }: JudgedLiveness,
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
    model_version: pad === undefined ? bundle.templateVersion : `${pad.name}@${pad.version}`,
  };
}

/**
 * The template of the frame for comparisons, with the hashes of all frames, or the specimen's if a test
 * reference fixes the outcome.
 */
function templateOf({ fixed }: Check, judged: JudgedLiveness): Template | null {
  if (fixed !== null) return specimenTemplate(judged.bundle.templateVersion);
  const { template } = judged.assessments[0]?.analysis.principal ?? {};
  return template === undefined ? null : { ...template, hashes: hashesOf(judged) };
}

const hashesOf = ({ assessments }: JudgedLiveness): Uint8Array[] =>
  assessments.flatMap(({ analysis }) => analysis.principal?.template.hashes ?? []);
