import type { LivenessLevel } from "../../../vocabulary/enumerations.ts";
import type { FrameAssessment } from "../../inference/port.ts";
import { captureIssues } from "../match/quality.ts";
import { LIVENESS_LIMITS } from "./levels.ts";
import { type LivenessVerdict, verdict } from "./reasons.ts";

/**
 * Judges one frame. Without a PAD score (no PAD net in the pack, or a frame outside its range) the answer is
 * `step_up_required` with score 0, never live. A clear score is live; a grey score requires a challenge; a
 * bad score is `low_score` and requires one too, because the score is a risk signal that does not reject by
 * itself.
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
