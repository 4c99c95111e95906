import type { LivenessLevel, LivenessMode } from "../../../vocabulary/enumerations.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { NamedImage } from "../../inference/port.ts";
import type { ChallengeRow } from "../../store/verifications/challenges.ts";
import { judgeKnown, judgeLiveness } from "../../verdicts/liveness/judge.ts";
import { fixLiveness } from "../../verdicts/test-references/apply.ts";
import { assertStrongEnough } from "../../verification/machine.ts";
import { type Check, type CheckContext, type CheckSubject, commitCheck, openCheck } from "../checks.ts";
import type { Answer } from "../commit/pending-call.ts";
import { toBeShown } from "../media/keep.ts";
import { loadChallenge, requireUnused } from "./challenge-token.ts";
import { requireFrames } from "./frames.ts";
import { findKnown } from "./known-faces.ts";
import { livenessFindings } from "./liveness-result.ts";

/** Liveness level of a call outside a verification. */
const DEFAULT_LEVEL: LivenessLevel = "standard";

interface LivenessCapture {
  readonly subject: CheckSubject;
  readonly mode: LivenessMode;
  /** Frames by the names of their form fields. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly challengeToken: string | undefined;
  readonly requestId: string;
}

/**
 * Judges one passive frame, a burst, or the frames that answer a challenge. The challenge is used up in the
 * batch that writes the result, so a refused or failed call leaves it unused.
 */
export async function checkLiveness(ctx: CheckContext, input: LivenessCapture): Promise<Answer> {
  const check = await openCheck(ctx, input.subject, ["check"]);
  const { services, scope, verification, fixed, call, now } = check;
  const { mode, frames, challenge } = await captureOf(check, input);
  const attempt = await countAttempt(check);
  try {
    // The frame for comparisons is the one that is kept.
    const [best, ...others] = frames;
    const [assessments, pack] = await Promise.all([
      services.inference.assessPresentationAttack([toBeShown(check, best), ...others], call.engines),
      services.inference.pack(),
    ]);

    const level = verification?.policy.liveness_level ?? DEFAULT_LEVEL;
    const captured = assessments.map((assessment, i) => ({ content: frames[i]!.content, assessment }));
    const judged = judgeLiveness(captured, { mode, action: challenge?.action ?? null, level }, pack);
    const known = await findKnown(check, assessments);
    const verdict = judgeKnown(fixLiveness(fixed, judged), known, scope.mode);
    if (verdict.isLive) await attempt.giveBack();

    const id = newId("liveness", now);
    const liveness = { id, mode, challenge, verdict, known, frames, assessments, pack };
    const findings = await livenessFindings(check, liveness, input.requestId);
    return await commitCheck(check, findings).catch((error) => unlessUsed(check, challenge, error));
  } catch (error) {
    if (!call.engines.countsIn(error)) await attempt.giveBack();
    throw error;
  }
}

interface Capture {
  readonly mode: LivenessMode;
  readonly frames: readonly [NamedImage, ...NamedImage[]];
  readonly challenge: ChallengeRow | null;
}

/** The capture of the call. Throws if its frames or its challenge are refused, or its mode is too weak. */
async function captureOf(check: Check, input: LivenessCapture): Promise<Capture> {
  const { services, scope, verification, now } = check;
  const { mode } = input;
  if (verification !== null) assertStrongEnough(verification, mode);
  const frames = requireFrames(input.files, mode);
  const use = { verificationId: verification?.id ?? null, now };
  const challenge =
    mode === "challenge" ? await loadChallenge(services, scope, input.challengeToken, use) : null;
  return { mode, frames, challenge };
}

/** A check that counts as not live while it runs, so that parallel checks cannot evade the limit. */
interface CountedAttempt {
  /** Takes the count back, once: for a check that is live, or has failed. */
  giveBack(): Promise<void>;
}

/**
 * Counts one check of a verification. Throws 429 `too_many_attempts` when too many recent checks were not
 * live.
 */
async function countAttempt({ services, verification }: Check): Promise<CountedAttempt> {
  if (verification === null) return { giveBack: async () => {} };
  const { limiter, limits } = services;
  const counter = `verification:${verification.id}`;
  const { allowed, resetMs } = await limiter.take(counter, [limits.notLive]);
  if (!allowed) {
    const retryAfter = Math.max(1, Math.ceil(resetMs / 1000));
    const message = "Too many liveness checks of this verification came back not live.";
    throw new ApiError("too_many_attempts", message, { retryAfter });
  }
  let isHeld = true;
  return {
    async giveBack() {
      if (isHeld) await limiter.giveBack(counter, limits.notLive);
      isHeld = false;
    },
  };
}

/**
 * Of two calls with one challenge, the second call's batch is rolled back: throws 400 `challenge_used` then,
 * whichever statement failed, and else the error.
 */
async function unlessUsed(
  { services, scope }: Check,
  challenge: ChallengeRow | null,
  error: unknown,
): Promise<never> {
  if (challenge !== null) await requireUnused(services, scope, challenge.id);
  throw error;
}
