import { type Held, type Hint, hold } from "./hint.ts";

/** Ten a second: hints keep up with a hand, and a phone stays cool. */
const EVERY_MS = 100;

interface Policy {
  createScriptURL(url: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

/** The worker's address is built into the page: nothing that a caller says becomes a script. */
const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
const rules: Policy = { createScriptURL: () => WORKER_URL };
const policy = trustedTypes?.createPolicy("selfsame-worker", rules) ?? rules;

/** Watches what the camera sees, and tells the hint whenever another one is shown. Returns how to end it. */
export function watchQuality(video: HTMLVideoElement, onHint: (hint: Hint) => void): () => void {
  const worker = new Worker(policy.createScriptURL(""));
  let held: Held | null = null;
  let isBusy = false;
  worker.onmessage = ({ data }: MessageEvent<Hint>) => {
    isBusy = false;
    const next = hold(held, data, performance.now());
    if (next.hint !== held?.hint) onHint(next.hint);
    held = next;
  };
  const timer = setInterval(async () => {
    if (isBusy || video.videoWidth === 0) return;
    isBusy = true;
    // A camera that has just been closed has no picture to judge.
    const frame = await createImageBitmap(video).catch(() => null);
    if (frame === null) isBusy = false;
    else worker.postMessage(frame, [frame]);
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    worker.terminate();
  };
}
