import type { Camera } from "../../sdk/client/browser/camera/index.ts";
import type { FaceMode } from "../machine/situation.ts";
import type { Stage } from "../machine/state.ts";

interface Beat {
  readonly stage: Stage;
  /** Milliseconds between the instruction and the frame. */
  readonly afterMs: number;
}

/**
 * Maximum side of a face's photos in pixels: computations read a few hundred of them, and three larger photos
 * would be most of the upload.
 */
const LONGEST_SIDE = 1_080;

/**
 * The instructions, and the delay of the frame after each. No face is detected on the device: people take 1
 * to 2 s to follow a sentence, and the frames between must show a movement under way.
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
    // The last frame is the widest: one more of a still head would be no other photo.
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
