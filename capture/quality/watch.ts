import { type Held, type Hint, hold, isSteady, sinceGood } from "./hint.ts";
import { openJudge } from "./judge.ts";

/** Ten a second: hints keep up with a hand, and a phone stays cool. */
const EVERY_MS = 100;

interface Told {
  /** Another hint is shown. */
  readonly hint: (hint: Hint) => void;
  /** Every frame has been good for long enough to take the picture. */
  readonly steady: () => void;
}

/** Watches what the camera sees. Returns how to end it. */
export function watchQuality(video: HTMLVideoElement, told: Told): () => void {
  const judge = openJudge();
  let held: Held | null = null;
  let goodSince: number | null = null;
  let isBusy = false;
  const look = async () => {
    // A camera that has just been closed has no picture to judge.
    const frame = await createImageBitmap(video).catch(() => null);
    if (frame === null) return;
    // Without a worker there are no hints, and the shutter is there.
    const judged = await judge.judge(frame).catch(() => null);
    if (judged === null) return;
    const { hint } = judged;
    const now = performance.now();
    const next = hold(held, hint, now);
    if (next.hint !== held?.hint) told.hint(next.hint);
    held = next;
    goodSince = sinceGood(goodSince, hint, now);
    if (!isSteady(goodSince, now)) return;
    goodSince = null;
    told.steady();
  };
  const timer = setInterval(async () => {
    if (isBusy || video.videoWidth === 0) return;
    isBusy = true;
    await look();
    isBusy = false;
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    judge.close();
  };
}
