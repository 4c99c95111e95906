import type { Camera, CameraCode } from "../../sdk/client/browser/camera/index.ts";
import { BEATS } from "../machine/beats.ts";
import type { FaceMode } from "../machine/situation.ts";
import type { CameraFault, Stage } from "../machine/state.ts";

/**
 * Maximum side of a face's photos in pixels: computations read a few hundred of them, and three larger photos
 * would be most of the upload.
 */
const LONGEST_SIDE = 1_080;

/** Takes a face's frames at the beats of its mode. Resolves with null once the work is no longer wanted. */
export async function takeFrames(
  camera: Camera,
  mode: FaceMode,
  caller: {
    readonly stage: (stage: Stage) => void;
    readonly taken: () => void;
    readonly isWanted: () => boolean;
  },
): Promise<readonly Blob[] | null> {
  const frames: Blob[] = [];
  for (const { stage, afterMs } of BEATS[mode]) {
    caller.stage(stage);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    if (!caller.isWanted()) return null;
    frames.push((await camera.frame({ longestSide: LONGEST_SIDE })).blob);
    caller.taken();
  }
  return frames;
}

const VIBRATION_MS = 60;
const TONE_S = 0.25;

/** What a person with closed eyes notices; one for the page. */
export function createSignal() {
  let audio: AudioContext | undefined;
  return {
    /** At the person's own press, which browsers ask for. iOS in Lockdown Mode has no audio. */
    open() {
      if ("AudioContext" in globalThis) audio ??= new AudioContext();
    },
    /** At each photo: a vibration, where the device has one. */
    photo: () => void navigator.vibrate?.(VIBRATION_MS),
    /** After the last photo: a tone. */
    end() {
      if (audio === undefined) return;
      const tone = audio.createOscillator();
      tone.connect(audio.destination);
      tone.start();
      tone.stop(audio.currentTime + TONE_S);
    },
  };
}

/** Failures of a camera that a person can correct. */
export const FAULTS: Readonly<Record<CameraCode, CameraFault>> = {
  camera_denied: "denied",
  camera_blocked: "not_allowed_here",
  insecure_context: "not_allowed_here",
  camera_unsupported: "not_allowed_here",
  camera_missing: "missing",
  camera_in_use: "in_use",
  camera_timeout: "silent",
  camera_closed: "silent",
};
