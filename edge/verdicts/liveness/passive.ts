import type { FrameAssessment } from "../../inference/port.ts";
import type { LivenessLevel } from "../../vocabulary/liveness.ts";
import { captureIssues } from "../face/quality.ts";
import { LIVENESS_LIMITS } from "./levels.ts";
import { type LivenessVerdict, verdict } from "./reasons.ts";

/**
 * Judges one frame. Without a PAD score (no PAD net in the pack, or the frame is outside its range) the
 * answer is `step_up_required` with score 0, never live. A clear score says live; a grey one asks for a
 * challenge; a bad one is `low_score`, which asks for it too, since the score is a risk signal that does not
 * reject alone.
 */
export function judgePassive(frame: FrameAssessment, level: LivenessLevel): LivenessVerdict {
  const { padLive, padGrey } = LIVENESS_LIMITS[level];
  const pad = frame.pad?.score ?? null;
  return verdict({
    blocked: captureIssues(frame.analysis)[0] ?? null,
    score: pad ?? 0,
    threshold: padLive,
    short: pad !== null && pad < padGrey ? "low_score" : "step_up_required",
  });
}
