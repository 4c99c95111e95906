import type { Light } from "../machine/state.ts";
import { type Held, type Hint, hold, isSteady, sinceGood } from "./hint.ts";
import { type Frame, openJudge } from "./judge.ts";

/** Ten a second: hints keep up with a hand, and a phone stays cool. */
const EVERY_MS = 100;
/** Minimum pause between two frames for the rest of the page, even if a frame takes long. */
const LEAST_PAUSE_MS = 20;

/** A face moves slowly: twice a second is enough. */
const LIGHT_EVERY_MS = 500;

interface Listener {
  /** Another hint is shown. */
  readonly hint: (hint: Hint) => void;
  /** Every frame has been good for long enough to take the best of them; null if it is not available. */
  readonly steady: (best: () => Promise<Blob | null>) => void | Promise<void>;
}

/** Watches the camera's frames. Returns a function that ends it. */
export function watchQuality(video: HTMLVideoElement, listener: Listener): () => void {
  const judge = openJudge();
  let held: Held | null = null;
  let goodSince: number | null = null;
  let isEnded = false;
  async function look() {
    // A camera that has just been closed has no photo to judge.
    const frame = await frameOf(video).catch(() => null);
    if (frame === null) return;
    if (isEnded) return frame.close();
    // The time of the judged frame: a slow judgement does not make it later.
    const now = performance.now();
    // Without a worker there are no hints, but the shutter still works.
    const judged = await judge.judge(frame).catch(() => null);
    if (judged === null || isEnded) return;
    const { hint } = judged;
    const next = hold(held, hint, now);
    if (next.hint !== held?.hint) listener.hint(next.hint);
    held = next;
    goodSince = sinceGood(goodSince, hint, now);
    if (!isSteady(goodSince, now)) return;
    goodSince = null;
    await listener.steady(() => judge.best().catch(() => null));
  }
  void again(EVERY_MS, video, look, () => isEnded);
  return () => {
    isEnded = true;
    judge.close();
  };
}

/** Watches the light on a face, and reports each change. Returns a function that ends it. */
export function watchLight(video: HTMLVideoElement, report: (light: Light) => void): () => void {
  const judge = openJudge();
  let isEnded = false;
  let reported: Light = null;
  async function look() {
    const frame = await frameOf(video).catch(() => null);
    if (frame === null) return;
    if (isEnded) return frame.close();
    const judged = await judge.judge(frame).catch(() => null);
    if (judged === null || isEnded || judged.light === reported) return;
    reported = judged.light;
    report(reported);
  }
  void again(LIGHT_EVERY_MS, video, look, () => isEnded);
  return () => {
    isEnded = true;
    judge.close();
  };
}

/** Runs the judge at this interval, one run after the other. */
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
 * The shown frame. A `VideoFrame` is transferred as it is, but a bitmap is drawn on the main thread first,
 * which takes a slow phone a tenth of a second. A `VideoFrame` with another orientation than the video's is
 * not used.
 */
async function frameOf(video: HTMLVideoElement): Promise<Frame> {
  if (typeof VideoFrame === "undefined") return createImageBitmap(video);
  const frame = new VideoFrame(video);
  if (frame.displayWidth === video.videoWidth && frame.displayHeight === video.videoHeight) return frame;
  frame.close();
  return createImageBitmap(video);
}
