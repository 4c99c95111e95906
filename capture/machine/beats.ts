import type { FaceMode } from "./situation.ts";
import type { Stage } from "./state.ts";

interface Beat {
  readonly stage: Stage;
  /** Milliseconds between the instruction and the photo. */
  readonly afterMs: number;
}

/**
 * The photos of a face: what the person is asked before each, and when it is taken. The page does not analyse
 * the face. People need 1 to 2 s to follow an instruction, and the later photos must show the movement.
 */
export const BEATS: Readonly<Record<FaceMode, readonly Beat[]>> = {
  passive: [{ stage: "straight", afterMs: 1_200 }],
  burst: [
    { stage: "straight", afterMs: 1_200 },
    { stage: "act", afterMs: 1_500 },
    { stage: "further", afterMs: 1_200 },
  ],
  challenge: [
    { stage: "straight", afterMs: 1_200 },
    { stage: "act", afterMs: 1_800 },
    // The last photo shows the widest movement: one more of a head held still would add nothing.
    { stage: "further", afterMs: 1_800 },
  ],
};
