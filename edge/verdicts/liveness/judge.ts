import type { LivenessLevel, LivenessMode } from "../../../vocabulary/enumerations.ts";
import type { Mode } from "../../core/scope.ts";
import type { ModelBundle } from "../../inference/port.ts";
import { isAction } from "./actions.ts";
import { judgeChallenge } from "./challenge.ts";
import { refused } from "./criteria.ts";
import type { CapturedFrame } from "./motion/movement.ts";
import type { LivenessVerdict } from "./reasons.ts";
import { judgeBurst, judgePassive } from "./sequence.ts";

/** The requested check. `action` belongs to a challenge; null in other modes. */
interface LivenessRequest {
  readonly mode: LivenessMode;
  readonly action: string | null;
  readonly level: LivenessLevel;
}

/** The verdict on a check's frames. Throws for a challenge with an unknown action. */
export function judgeLiveness(
  frames: readonly CapturedFrame[],
  { mode, action, level }: LivenessRequest,
  bundle: ModelBundle,
): LivenessVerdict {
  if (mode === "passive") return judgePassive(frames[0]!.assessment, level);
  if (mode === "burst") return judgeBurst(frames, bundle, level);
  if (action === null || !isAction(action)) throw new Error("A challenge asks for an unknown action.");
  return judgeChallenge(frames, action, bundle, level);
}

/** Facts about a check's frames beside their content. */
export interface KnownFrames {
  /** Whether each frame was sent in a check before. */
  readonly replayed: readonly boolean[];
  /**
   * Whether a frame is the photo that is registered under the end user's reference; null if there is none, or
   * it is unknown.
   */
  readonly registrationCopied: boolean | null;
}

/**
 * In live mode, frames that were sent before or that copy the registered photo are not live. Test mode
 * reports them without judging: developers have only a few images.
 */
export function judgeKnown(
  judged: LivenessVerdict,
  { replayed, registrationCopied }: KnownFrames,
  mode: Mode,
): LivenessVerdict {
  if (mode === "test" || !judged.isLive) return judged;
  if (replayed.includes(true)) return refused("frames_replayed");
  return registrationCopied === true ? refused("registration_copied") : judged;
}
