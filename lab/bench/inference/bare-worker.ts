import { setPriority } from "node:os";
import { openBundle } from "../../../inference/bundle/open.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import { openFacePipeline } from "../../../inference/pipelines/face/face.ts";
import type { SessionOptions } from "../../../inference/runtime/session.ts";
import { WORKER_NICENESS } from "../../../inference/workers/messages.ts";
import { PHOTOS } from "../photos.ts";

/** A round's milliseconds; the answer is the number of photos done within it. */
export interface Round {
  readonly milliseconds: number;
}

/**
 * The yardstick: a process without any service that decodes photos and analyses their faces in a loop, with
 * the same models and at the same priority as a worker.
 */
async function main(): Promise<void> {
  setPriority(WORKER_NICENESS);
  process.on("disconnect", () => process.exit(0));
  const [modelsDir, session] = process.argv.slice(2) as [string, string];
  const face = await openFacePipeline(await openBundle(modelsDir, JSON.parse(session) as SessionOptions));
  const run = async ({ milliseconds }: Round) => {
    const end = performance.now() + milliseconds;
    let count = 0;
    for (let next = 0; performance.now() < end; next++) {
      await face.analyze(await decodeImage(PHOTOS[next % PHOTOS.length]!));
      if (performance.now() < end) count++;
    }
    process.send!(count);
  };
  process.on("message", (round) => void run(round as Round));
  process.send!("ready");
}

await main();
