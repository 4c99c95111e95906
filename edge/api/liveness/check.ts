import type { AppContext } from "../../http/context.ts";
import type { Upload } from "../../http/multipart.ts";
import { newId } from "../../ids.ts";
import type { FrameAssessment, NamedImage, Pack } from "../../inference/port.ts";
import { sealTemplate } from "../../operations/faces/parts/sealed-template.ts";
import { type CountedAttempt, countAttempt } from "../../operations/liveness/parts/attempts.ts";
import { loadChallenge, requireUnused } from "../../operations/liveness/parts/challenge-token.ts";
import { findDuplicate } from "../../operations/liveness/parts/find-duplicate.ts";
import { keepPictures } from "../../operations/parts/keep-pictures.ts";
import { type Check, openCheck } from "../../operations/parts/open-check.ts";
import { recordCheck } from "../../operations/parts/record-check.ts";
import { insertLivenessResult } from "../../store/results/liveness-results.ts";
import { type ChallengeRow, useChallenge } from "../../store/verifications/challenges.ts";
import { captureIssues, qualityReport } from "../../verdicts/face/quality.ts";
import { judgeLiveness } from "../../verdicts/liveness/judge.ts";
import type { LivenessVerdict } from "../../verdicts/liveness/reasons.ts";
import { livenessOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import { fixLiveness } from "../../verdicts/test-references/apply.ts";
import { specimenTemplate } from "../../verdicts/test-references/specimen.ts";
import { assertStrongEnough } from "../../verification/machine.ts";
import type { LivenessLevel, LivenessMode } from "../../vocabulary/liveness.ts";
import type { ChangeRecording, Recording } from "../call/recording.ts";
import { FRAME_FIELDS, frameFields, modeField, SURPLUS_FIELDS } from "./frame-fields.ts";

/** Liveness level of a call outside a verification. */
const DEFAULT_LEVEL: LivenessLevel = "standard";

/** One liveness check, judged. */
interface Judged {
  readonly id: string;
  readonly mode: LivenessMode;
  readonly verdict: LivenessVerdict;
  readonly frames: readonly NamedImage[];
  readonly assessments: readonly FrameAssessment[];
  readonly pack: Pack;
}

export const checkForm = {
  files: [...FRAME_FIELDS, ...SURPLUS_FIELDS],
  fields: ["mode", "challenge_token", "customer_ref"],
};

/**
 * POST /v1/liveness/check: judges one passive frame, a burst, or the frames that answer a challenge. The challenge is used up in
 * the batch that writes the result, so that a refused or failed call leaves it as it was.
 */
export async function checkLiveness(c: AppContext): Promise<Recording | ChangeRecording> {
  const { upload } = c.var;
  const check = await openCheck(c, upload.fields, ["check"]);
  const mode = modeField(upload.fields.get("mode"));
  if (check.verification !== null) assertStrongEnough(check.verification, mode);
  const frames = frameFields(upload, mode);
  const challenge = mode === "challenge" ? await challengeField(upload, check) : null;
  const attempt = await countAttempt(check);
  try {
    const judged = await judge(check, mode, frames, challenge);
    const recording = await record(check, judged, challenge, attempt);
    if (judged.verdict.isLive) await attempt.giveBack();
    return recording;
  } catch (error) {
    await attempt.giveBack();
    throw error;
  }
}

function challengeField(
  upload: Upload,
  { services, scope, verification, now }: Check,
): Promise<ChallengeRow> {
  const token = upload.fields.get("challenge_token");
  return loadChallenge(services, scope, token, { verificationId: verification?.id ?? null, now });
}

async function judge(
  check: Check,
  mode: LivenessMode,
  frames: readonly NamedImage[],
  challenge: ChallengeRow | null,
): Promise<Judged> {
  const { inference } = check.services;
  const [assessments, pack] = await Promise.all([
    inference.assessPresentationAttack(frames),
    inference.pack(),
  ]);
  const level = check.verification?.policy.liveness_level ?? DEFAULT_LEVEL;
  const captured = assessments.map((assessment, i) => ({ content: frames[i]!.content, assessment }));
  const judged = judgeLiveness(captured, { mode, action: challenge?.action ?? null, level }, pack);
  const id = newId("liveness", check.now);
  return { id, mode, verdict: fixLiveness(check.fixed, judged), frames, assessments, pack };
}

function toBody(check: Check, { id, mode, verdict, assessments, pack }: Judged) {
  const { scope, customerRef, requestId, verification } = check;
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
    })),
    customer_ref: customerRef,
    request_id: requestId,
    verification_id: verification?.id ?? null,
    model_version: pad === undefined ? pack.templateVersion : `${pad.name}@${pad.version}`,
  };
}

async function record(
  check: Check,
  judged: Judged,
  challenge: ChallengeRow | null,
  attempt: CountedAttempt,
): Promise<Recording | ChangeRecording> {
  const { id, mode, verdict, frames, assessments, pack } = judged;
  const body = toBody(check, judged);
  const { services, scope, verification, customerRef, now } = check;
  const template =
    check.fixed === null
      ? (assessments[0]?.analysis.principal?.template ?? null)
      : specimenTemplate(pack.templateVersion);
  const live = verdict.isLive && verification !== null ? template : null;
  const row = {
    id,
    verificationId: verification?.id ?? null,
    customerRef,
    createdAt: now,
    body,
    isLive: verdict.isLive,
    frameTemplate: live === null ? null : await sealTemplate(services.vault, scope, id, live),
    templateVersion: live?.version ?? null,
  };
  const search = live === null ? null : await findDuplicate(check, id, assessments[0]!.analysis, live);
  // The frame that is compared.
  const frame = { kind: "live_frame", resultIds: [id], content: frames[0]!.content } as const;
  const kept = await keepPictures(check, verdict.isLive ? [frame] : []);
  const use = challenge === null ? [] : [useChallenge(services.db, scope, challenge.id, now)];
  const step = { part: "check", resultIds: [id], capture: id, mode, ...livenessOutcome(verdict) } as const;
  const event = { type: "liveness.check.completed", data: body } as const;
  const statements = [...use, insertLivenessResult(services.db, scope, row)];
  return recordCheck(check, {
    results: [{ id, customerRef, event, statements }],
    steps: [step, ...(search === null ? [] : [search.step])],
    statements: search?.statements ?? [],
    kept,
    template: live === null ? undefined : [id, live],
    answer: () => check.answer("liveness", body),
    async undo() {
      if (!verdict.isLive) await attempt.giveBack();
      // Of two calls with one challenge, the second one's batch is rolled back: say so, whichever statement failed.
      if (challenge !== null) await requireUnused(services, scope, challenge.id);
    },
  });
}
