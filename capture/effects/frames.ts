import type { Camera } from "../../sdk/client/browser/camera/index.ts";
import type { FaceMode } from "../machine/situation.ts";
import type { Stage } from "../machine/state.ts";

interface Beat {
  readonly stage: Stage;
  /** Milliseconds between what is said and the frame. */
  readonly afterMs: number;
}

/**
 * A face's photos are longer than this at no side: what is computed of one reads a few hundred pixels, and
 * three larger ones are most of what a person sends.
 */
const LONGEST_SIDE = 1_080;

/**
 * What is said, and when a frame is taken after it. Nobody's face is looked at on the device: people take 1
 * to 2 s to follow a sentence, and a movement has to be under way in the frames between its ends.
 */
const BEATS: Readonly<Record<FaceMode, readonly Beat[]>> = {
  passive: [{ stage: "straight", afterMs: 1_200 }],
  burst: [
    { stage: "straight", afterMs: 1_200 },
    { stage: "act", afterMs: 1_500 },
    { stage: "further", afterMs: 1_200 },
  ],
  challenge: [
    { stage: "straight", afterMs: 1_200 },
    { stage: "act", afterMs: 1_800 },
    // The last frame is the widest; one more of a head held still would be no other photo.
    { stage: "further", afterMs: 1_800 },
  ],
};

/** Takes a face's frames at the beats of its mode. Resolves with null once the work is no longer wanted. */
export async function takeFrames(
  camera: Camera,
  mode: FaceMode,
  told: { readonly stage: (stage: Stage) => void; readonly isWanted: () => boolean },
): Promise<readonly Blob[] | null> {
  const frames: Blob[] = [];
  for (const { stage, afterMs } of BEATS[mode]) {
    told.stage(stage);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    if (!told.isWanted()) return null;
    frames.push((await camera.frame({ longestSide: LONGEST_SIDE })).blob);
  }
  return frames;
}
