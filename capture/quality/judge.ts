import type { Light } from "../machine/state.ts";
import type { Hint } from "./hint.ts";

interface Policy {
  createScriptURL(url: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

/** The worker's address is built into the page: no caller's text becomes a script. */
const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
const rules: Policy = { createScriptURL: () => WORKER_URL };
const policy = trustedTypes?.createPolicy("selfsame-worker", rules) ?? rules;

/** A frame of the camera, on its way to the worker. */
export type Frame = VideoFrame | ImageBitmap;

/** Requests to the worker: judge a frame, encode the best one as a photo, or release all and end. */
export type Asked = Frame | "best" | "end";

/** The worker's answers; null for a photo that is not available. */
export type Answered = Judgement | { readonly photo: Blob | null };

/** The judgement of a frame, as of a document and as of a face. */
export interface Judgement {
  readonly hint: Hint;
  readonly light: Light;
}

/** Judges frames in a worker, one after the other. */
interface Judge {
  /** Takes the frame and closes it. Rejects if the worker cannot be run. */
  judge(frame: Frame): Promise<Judgement>;
  /** The sharpest frame since the last that was not good, encoded once; null if there is none. */
  best(): Promise<Blob | null>;
  close(): void;
}

export function openJudge(): Judge {
  const worker = new Worker(policy.createScriptURL(""));
  const ask = (asked: Exclude<Asked, "end">) =>
    new Promise<Answered>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Answered>) => resolve(data);
      worker.onerror = () => reject(new Error("The worker cannot be run."));
      worker.postMessage(asked, asked === "best" ? [] : [asked]);
    });
  return {
    judge: async (frame) => (await ask(frame)) as Judgement,
    best: async () => ((await ask("best")) as { readonly photo: Blob | null }).photo,
    // A frame in a stopped worker is a buffer that the camera lacks for a while.
    close: () => worker.postMessage("end" satisfies Asked),
  };
}
