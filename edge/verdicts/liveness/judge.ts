import type { Pack } from "../../inference/port.ts";
import type { LivenessLevel, LivenessMode } from "../../vocabulary/liveness.ts";
import { isAction } from "./actions.ts";
import { judgeBurst } from "./burst.ts";
import { judgeChallenge } from "./challenge.ts";
import type { CapturedFrame } from "./frame.ts";
import { judgePassive } from "./passive.ts";
import type { LivenessVerdict } from "./reasons.ts";

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
  pack: Pack,
): LivenessVerdict {
  if (mode === "passive") return judgePassive(frames[0]!.assessment, level);
  if (mode === "burst") return judgeBurst(frames, pack, level);
  if (action === null || !isAction(action)) throw new Error("A challenge asks for an unknown action.");
  return judgeChallenge(frames, action, pack, level);
}
