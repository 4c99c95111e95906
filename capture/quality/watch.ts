import type { Light } from "../machine/state.ts";
import { type Held, type Hint, hold, isSteady, sinceGood } from "./hint.ts";
import { type Frame, openJudge } from "./judge.ts";

/** Ten a second: hints keep up with a hand, and a phone stays cool. */
const EVERY_MS = 100;
/** The page has so much time for everything else, also where a frame takes long. */
const LEAST_PAUSE_MS = 20;

/** A face is moved slowly: twice a second is soon enough. */
const LIGHT_EVERY_MS = 500;

interface Told {
  /** Another hint is shown. */
  readonly hint: (hint: Hint) => void;
  /** Every frame has been good for long enough to take the best of them; null where it is not to be had. */
  readonly steady: (best: () => Promise<Blob | null>) => void | Promise<void>;
}

/** Watches what the camera sees. Returns how to end it. */
export function watchQuality(video: HTMLVideoElement, told: Told): () => void {
  const judge = openJudge();
  let held: Held | null = null;
  let goodSince: number | null = null;
  let isEnded = false;
  async function look() {
    // A camera that has just been closed has no photo to judge.
    const frame = await frameOf(video).catch(() => null);
    if (frame === null) return;
    if (isEnded) return frame.close();
    // The moment that is judged: a judge who took longer does not make it later.
    const now = performance.now();
    // Without a worker there are no hints, and the shutter is there.
    const judged = await judge.judge(frame).catch(() => null);
    if (judged === null || isEnded) return;
    const { hint } = judged;
    const next = hold(held, hint, now);
    if (next.hint !== held?.hint) told.hint(next.hint);
    held = next;
    goodSince = sinceGood(goodSince, hint, now);
    if (!isSteady(goodSince, now)) return;
    goodSince = null;
    await told.steady(() => judge.best().catch(() => null));
  }
  void again(EVERY_MS, video, look, () => isEnded);
  return () => {
    isEnded = true;
    judge.close();
  };
}

/** Watches the light on a face, and tells each change. Returns how to end it. */
export function watchLight(video: HTMLVideoElement, tell: (light: Light) => void): () => void {
  const judge = openJudge();
  let isEnded = false;
  let told: Light = null;
  async function look() {
    const frame = await frameOf(video).catch(() => null);
    if (frame === null) return;
    if (isEnded) return frame.close();
    const judged = await judge.judge(frame).catch(() => null);
    if (judged === null || isEnded || judged.light === told) return;
    told = judged.light;
    tell(told);
  }
  void again(LIGHT_EVERY_MS, video, look, () => isEnded);
  return () => {
    isEnded = true;
    judge.close();
  };
}

/** Looks so often, one look after the other. */
async function again(
  everyMs: number,
  video: HTMLVideoElement,
  look: () => Promise<void>,
  isEnded: () => boolean,
) {
  while (!isEnded()) {
    const since = performance.now();
    if (video.videoWidth > 0) await look();
    const left = everyMs - (performance.now() - since);
    await new Promise((resolve) => setTimeout(resolve, Math.max(LEAST_PAUSE_MS, left)));
  }
}

/**
 * The frame that is shown. A `VideoFrame` is handed on as it is, where a bitmap is drawn on the main thread
 * first, which takes a slow phone a tenth of a second. One that lies otherwise than the video shows it is not
 * believed.
 */
async function frameOf(video: HTMLVideoElement): Promise<Frame> {
  if (typeof VideoFrame === "undefined") return createImageBitmap(video);
  const frame = new VideoFrame(video);
  if (frame.displayWidth === video.videoWidth && frame.displayHeight === video.videoHeight) return frame;
  frame.close();
  return createImageBitmap(video);
}
