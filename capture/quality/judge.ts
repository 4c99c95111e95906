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

/** What the worker answers to a frame. */
export interface Judgement {
  readonly hint: Hint;
  /** For comparing frames of one scene: more is sharper. */
  readonly sharpness: number;
}

/** Judges frames in a worker, one after the other. */
interface Judge {
  /** Takes the frame and closes it. Rejects where the worker cannot be run. */
  judge(frame: ImageBitmap): Promise<Judgement>;
  close(): void;
}

export function openJudge(): Judge {
  const worker = new Worker(policy.createScriptURL(""));
  return {
    judge: (frame) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<Judgement>) => resolve(data);
        worker.onerror = () => reject(new Error("The worker cannot be run."));
        worker.postMessage(frame, [frame]);
      }),
    close: () => worker.terminate(),
  };
}
