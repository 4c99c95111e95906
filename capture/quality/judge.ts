import type { Light } from "../machine/state.ts";
import type { Hint } from "./hint.ts";

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

/** A frame of the camera, on its way to the worker. */
export type Frame = VideoFrame | ImageBitmap;

/** What the worker is asked: to judge a frame, for the best one as a photo, or to let go of all and end. */
export type Asked = Frame | "best" | "end";

/** What the worker answers; null for a photo that is not to be had. */
export type Answered = Judgement | { readonly photo: Blob | null };

/** What is seen of a frame: as of a document, and as of a face. */
export interface Judgement {
  readonly hint: Hint;
  readonly light: Light;
}

/** Judges frames in a worker, one after the other. */
interface Judge {
  /** Takes the frame and closes it. Rejects where the worker cannot be run. */
  judge(frame: Frame): Promise<Judgement>;
  /** The sharpest frame since the last that was not good, encoded once; null where there is none. */
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
    // A frame that a worker is stopped with is a buffer that the camera lacks for a while.
    close: () => worker.postMessage("end" satisfies Asked),
  };
}
