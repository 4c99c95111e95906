import type { Mode } from "../../scope.ts";
import { refused } from "./criteria.ts";
import type { LivenessVerdict } from "./reasons.ts";

/** What is known of a check's frames besides what they show. */
export interface KnownFrames {
  /** Whether each frame was sent in a check before. */
  readonly replayed: readonly boolean[];
  /**
   * Whether a frame is the photo that is registered under the customer's reference; null where none is, or it
   * is not known.
   */
  readonly registrationCopied: boolean | null;
}

/**
 * A live verdict on frames that were sent before, or that are copies of the registered photo, is none in live
 * mode. Test mode reports them without judging: whoever tries the service has a few pictures.
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
