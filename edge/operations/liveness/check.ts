import type { LivenessLevel, LivenessMode } from "../../../vocabulary/enumerations.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { NamedImage } from "../../inference/port.ts";
import type { ChallengeRow } from "../../store/verifications/challenges.ts";
import { judgeKnown, judgeLiveness } from "../../verdicts/liveness/judge.ts";
import { fixLiveness } from "../../verdicts/test-references/table.ts";
import { assertStrongEnough } from "../../verification/machine.ts";
import {
  type Check,
  type CheckContext,
  type CheckSubject,
  commitCheck,
  judgeUntilNewest,
  openCheck,
} from "../checks.ts";
import type { Answer } from "../commit/pending-call.ts";
import { toBeShown } from "../keep-media.ts";
import { loadChallenge, requireUnused } from "./challenge-token.ts";
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
 * batch that writes the result, so a rejected or failed call leaves it unused.
 */
export async function checkLiveness(ctx: CheckContext, input: LivenessCapture): Promise<Answer> {
  const check = await openCheck(ctx, input.subject, ["check"]);
  const { services, scope, verification, fixed, call, now } = check;
  const { mode, frames, challenge } = await captureOf(check, input);
  const attempt = await countAttempt(check);
  try {
    const [best, ...others] = frames;
    const requests = [toBeShown(check, best), ...toBeReviewed(check, mode, others)];
    const [assessments, bundle] = await Promise.all([
      services.inference.assessPresentationAttack(requests, call.inferenceUse),
      services.inference.bundle(),
    ]);

    const level = verification?.policy.liveness_level ?? DEFAULT_LEVEL;
    const captured = assessments.map((assessment, i) => ({ content: frames[i]!.content, assessment }));
    const judged = judgeLiveness(captured, { mode, action: challenge?.action ?? null, level }, bundle);
    return await judgeUntilNewest(async () => {
      const known = await findKnown(check, assessments);
      const verdict = judgeKnown(fixLiveness(fixed, judged), known, scope.mode);
      const id = newId("liveness", now);
      const liveness = { id, mode, challenge, verdict, known, frames, assessments, bundle };
      const findings = await livenessFindings(check, liveness, input.requestId);
      const answer = await commitCheck(check, findings).catch((error) => unlessUsed(check, challenge, error));
      if (verdict.isLive) await attempt.undo();
      return answer;
    });
  } catch (error) {
    if (!call.inferenceUse.countsIn(error)) await attempt.undo();
    throw error;
  }
}

/** The frames after the best one: those of a challenge within a verification are shown to reviewers. */
const toBeReviewed = (check: Check, mode: LivenessMode, frames: readonly NamedImage[]) =>
  mode === "challenge" && check.verification !== null
    ? frames.map((frame) => toBeShown(check, frame))
    : frames;

interface Capture {
  readonly mode: LivenessMode;
  readonly frames: readonly [NamedImage, ...NamedImage[]];
  readonly challenge: ChallengeRow | null;
}

/** The capture of the call. Throws if its frames or its challenge are rejected, or its mode is too weak. */
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
  /** Removes the count, once: for a check that is live, or has failed. */
  undo(): Promise<void>;
}

/**
 * Counts one check of a verification. Throws 429 `too_many_attempts` when too many recent checks were not
 * live.
 */
async function countAttempt({ services, verification }: Check): Promise<CountedAttempt> {
  if (verification === null) return { undo: async () => {} };
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
    async undo() {
      if (isHeld) await limiter.undo(counter, limits.notLive);
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

export const FRAME_FIELDS = ["image_1", "image_2", "image_3", "image_4", "image_5"] as const;

/** The form accepts these files only to count them: a sixth frame is a wrong count, not an unknown field. */
export const SURPLUS_FIELDS = ["image_6", "image_7", "image_8", "image_9", "image_10"] as const;

/** The number of frames that each mode takes. */
const FRAME_COUNTS: Readonly<Record<LivenessMode, { min: number; max: number }>> = {
  passive: { min: 1, max: 1 },
  burst: { min: 3, max: 5 },
  challenge: { min: 2, max: 5 },
};

/** The frames in order: `image_1` and on without a gap, as many as the mode takes. */
function requireFrames(
  files: ReadonlyMap<string, Uint8Array>,
  mode: LivenessMode,
): readonly [NamedImage, ...NamedImage[]] {
  const { min, max } = FRAME_COUNTS[mode];
  const sent = files.size;
  const frames = FRAME_FIELDS.slice(0, sent).flatMap((param): NamedImage[] => {
    const content = files.get(param);
    return content === undefined ? [] : [{ param, content }];
  });
  if (frames.length !== sent || sent < min || sent > max) {
    const count = min === max ? `${min} frame` : `${min} to ${max} frames`;
    const isGap = sent >= min && sent <= max;
    const firstMissing = FRAME_FIELDS.find((name) => !files.has(name));
    const last = [...FRAME_FIELDS, ...SURPLUS_FIELDS].findLast((name) => files.has(name));
    const received = isGap
      ? `, named from image_1 on without a gap: ${firstMissing} is missing`
      : `, not ${sent}. Send ${max === 1 ? "it as image_1" : "them as image_1, image_2 and so on"}`;
    throw new ApiError("frame_count_invalid", `The mode ${mode} takes ${count}${received}.`, {
      param: sent > max ? last : firstMissing,
    });
  }
  return frames as [NamedImage, ...NamedImage[]];
}
