import { newId } from "../../ids.ts";
import type { NamedImage, Template } from "../../inference/port.ts";
import { insertLivenessResult } from "../../store/results/liveness-results.ts";
import { type ChallengeRow, useChallenge } from "../../store/verifications/challenges.ts";
import { judgeKnown, judgeLiveness } from "../../verdicts/liveness/judge.ts";
import { livenessOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import { fixLiveness } from "../../verdicts/test-references/apply.ts";
import { specimenTemplate } from "../../verdicts/test-references/specimen.ts";
import { assertStrongEnough } from "../../verification/machine.ts";
import type { LivenessLevel, LivenessMode } from "../../vocabulary/liveness.ts";
import type { Answer } from "../commit/pending-call.ts";
import { keepPictures, toBeShown, withOriginal } from "../parts/keep-pictures.ts";
import type { Check, CheckContext, CheckSubject } from "../parts/open-check.ts";
import { type CheckResult, recordCheck } from "../parts/record-check.ts";
import { runCheck } from "../parts/run-check.ts";
import { sealTemplate } from "../parts/sealed-template.ts";
import { countAttempt } from "./parts/attempts.ts";
import { loadChallenge, requireUnused } from "./parts/challenge-token.ts";
import { findDuplicate } from "./parts/find-duplicate.ts";
import { findKnown } from "./parts/find-known.ts";
import { requireFrames, requireMode } from "./parts/frames.ts";
import { type JudgedLiveness, livenessBody } from "./parts/liveness-body.ts";

/** Liveness level of a call outside a verification. */
const DEFAULT_LEVEL: LivenessLevel = "standard";

interface LivenessCapture {
  readonly subject: CheckSubject;
  readonly mode: string | undefined;
  /** Frames by the names of their form fields. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly challengeToken: string | undefined;
  readonly requestId: string;
}

/**
 * Judges one passive frame, a burst, or the frames that answer a challenge. The challenge is used up in the
 * batch that writes the result, so a refused or failed call leaves it unused.
 */
export async function checkLiveness(ctx: CheckContext<CheckResult>, input: LivenessCapture): Promise<Answer> {
  return runCheck(ctx, { subject: input.subject, parts: ["check"] }, (check) => judgeCapture(check, input));
}

async function judgeCapture(check: Check<CheckResult>, input: LivenessCapture): Promise<Answer> {
  const mode = requireMode(input.mode);
  if (check.verification !== null) assertStrongEnough(check.verification, mode);
  const frames = requireFrames(input.files, mode);
  const challenge = mode === "challenge" ? await challengeOf(check, input.challengeToken) : null;
  const attempt = await countAttempt(check);
  try {
    const judged = await judge(check, mode, frames, challenge);
    if (judged.verdict.isLive) await attempt.giveBack();
    return await record(check, judged, challenge, input.requestId);
  } catch (error) {
    if (!check.call.engines.countsIn(error)) await attempt.giveBack();
    throw error;
  }
}

function challengeOf(
  { services, scope, verification, now }: Check,
  token: string | undefined,
): Promise<ChallengeRow> {
  return loadChallenge(services, scope, token, { verificationId: verification?.id ?? null, now });
}

async function judge(
  check: Check,
  mode: LivenessMode,
  frames: readonly NamedImage[],
  challenge: ChallengeRow | null,
): Promise<JudgedLiveness> {
  const { inference } = check.services;
  // The frame for comparisons is the one that is kept.
  const [best, ...others] = frames as readonly [NamedImage, ...NamedImage[]];
  const [assessments, pack] = await Promise.all([
    inference.assessPresentationAttack([toBeShown(check, best), ...others], check.call.engines),
    inference.pack(),
  ]);
  const level = check.verification?.policy.liveness_level ?? DEFAULT_LEVEL;
  const captured = assessments.map((assessment, i) => ({ content: frames[i]!.content, assessment }));
  const judged = judgeLiveness(captured, { mode, action: challenge?.action ?? null, level }, pack);
  const known = await findKnown(check, assessments);
  const verdict = judgeKnown(fixLiveness(check.fixed, judged), known, check.scope.mode);
  return { id: newId("liveness", check.now), mode, verdict, known, frames, assessments, pack };
}

async function record(
  check: Check<CheckResult>,
  judged: JudgedLiveness,
  challenge: ChallengeRow | null,
  requestId: string,
): Promise<Answer> {
  const { id, mode, verdict, frames, assessments } = judged;
  const { services, scope, verification, customerRef, now } = check;
  const body = livenessBody(check, judged, requestId);
  const outcome = livenessOutcome(verdict);
  const counts = outcome.outcome === "passed" || outcome.outcome === "adverse";
  const live = counts && verification !== null ? templateOf(check, judged) : null;
  const row = {
    id,
    verificationId: verification?.id ?? null,
    customerRef,
    createdAt: now,
    body,
    isLive: verdict.isLive,
    frameTemplate: live === null ? null : await sealTemplate(services.vault, scope, id, live),
    templateVersion: live?.version ?? null,
    frameHashes: customerRef === null || check.fixed !== null ? [] : hashesOf(judged),
  };
  const search = live === null ? null : await findDuplicate(check, id, assessments[0]!.analysis, live);
  const frame = { kind: "live_frame", resultIds: [id] } as const;
  const shots = withOriginal(frame, assessments[0]?.shown, frames[0]!.content);
  const kept = await keepPictures(check, counts ? shots : []);
  const use = challenge === null ? [] : [useChallenge(services.db, scope, challenge.id, now)];
  const step = { part: "check", resultIds: [id], capture: id, mode, ...outcome } as const;
  const event = { type: "liveness.check.completed", data: body } as const;
  const statements = [...use, insertLivenessResult(services.db, scope, row)];
  return recordCheck(check, {
    results: [{ id, customerRef, event, statements }],
    steps: [step, ...(search === null ? [] : [search.step])],
    statements: search?.statements ?? [],
    kept,
    template: live === null ? undefined : [id, live],
    result: () => ({ id, customerRef, createdAt: now, body }),
  }).catch(async (error: unknown) => {
    // Of two calls with one challenge, the second call's batch is rolled back. Refuse the used challenge
    // then, whichever statement failed.
    if (challenge !== null) await requireUnused(services, scope, challenge.id);
    throw error;
  });
}

/**
 * The template of the frame for comparisons, with the hashes of all frames, or the specimen's where a test
 * reference fixes the outcome.
 */
function templateOf({ fixed }: Check, judged: JudgedLiveness): Template | null {
  if (fixed !== null) return specimenTemplate(judged.pack.templateVersion);
  const { template } = judged.assessments[0]?.analysis.principal ?? {};
  return template === undefined ? null : { ...template, hashes: hashesOf(judged) };
}

const hashesOf = ({ assessments }: JudgedLiveness): Uint8Array[] =>
  assessments.flatMap(({ analysis }) => analysis.principal?.template.hashes ?? []);
