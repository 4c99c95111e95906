import { setPriority } from "node:os";
import { type OpenBundle, openBundle } from "../bundle/open.ts";
import { KeptDecoder } from "../decoder/kept-decoder.ts";
import { GpuWorkers } from "../gpu-worker/client.ts";
import { GpuWorkerError } from "../gpu-worker/messages.ts";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import { openPipelines, type Pipelines } from "../pipelines/index.ts";
import { StoppedError } from "../pipelines/stop-token.ts";
import type { Opening, Progress } from "../processes/child.ts";
import { collectMuch } from "../processes/collection.ts";
import { CurrentWork, stoppable } from "./current-work.ts";
import {
  type BundleInfo,
  type FromWorker,
  type ToWorker,
  WORKER_NICENESS,
  type Work,
  type WorkerStart,
} from "./messages.ts";

/**
 * Entry point of an inference worker: opens the model bundle that its argument names, then runs one piece of
 * work at a time. It blocks while a model runs, shares no state, and the fleet replaces it if it dies. A
 * separate process, which can be ended at any time, decodes the images.
 */
async function main(): Promise<void> {
  setPriority(WORKER_NICENESS);
  // The service handles a signal to the process group: it drains, then ends its workers.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("disconnect", () => process.exit(0));
  const start = JSON.parse(process.argv[2]!) as WorkerStart;
  // Free the memory of a large image before the next step needs it.
  const current = new CurrentWork(collectMuch);
  const gpuWorkers =
    start.gpuWorkers.length === 0
      ? undefined
      : await GpuWorkers.connect(start.gpuWorkers, () => current.secondsLeft);
  const onProgress = (progress: Progress) => send({ kind: "progress", progress });
  const bundle = await openBundle(start.modelsDir, start.session, onProgress, gpuWorkers);
  const decoder = await KeptDecoder.open();
  const pipelines = await openPipelines(stoppable(bundle, current), {
    stop: current,
    decode: (image) => decoder.decode(image, current),
  });
  process.on("message", (message: ToWorker) => {
    if (message.kind === "stop") return current.cancel(message.run);
    current.begin(message.run, message.msLeft);
    void answer(pipelines, message.work).then((answered) => {
      send(answered);
      // Free the memory of this call before the next one.
      setImmediate(collectMuch);
    });
  });
  send({ kind: "ready", opened: infoOf(bundle) });
}

/** The part of a model bundle that can be sent to another process: its data without functions. */
const infoOf = ({ has, model, info, file, open, release, ...kept }: OpenBundle): BundleInfo => kept;

async function answer(pipelines: Pipelines, { method, argument }: Work): Promise<FromWorker> {
  try {
    // The pool sends a method with that method's argument; the type is lost between the processes.
    const pipeline = pipelines[method] as (argument: unknown) => Promise<unknown>;
    return { kind: "done", value: await pipeline(argument) };
  } catch (error) {
    if (error instanceof ImageRefusedError) {
      return { kind: "refused", reason: error.reason, index: error.index, size: error.size };
    }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: "failed", reason: reasonOf(error), message };
  }
}

function reasonOf(error: unknown) {
  if (error instanceof StoppedError) return error.reason;
  const isPassing = error instanceof GpuWorkerError && PASSING.has(error.code);
  return isPassing ? (error.code as "late" | "overloaded" | "gpu_worker_lost") : "defect";
}

/** Temporary failures of a device: the same work may succeed later. */
const PASSING: ReadonlySet<string> = new Set(["late", "overloaded", "gpu_worker_lost"]);

function send(message: FromWorker | Opening<BundleInfo>): void {
  process.send!(message);
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.send!({ kind: "unable", message } satisfies Opening<BundleInfo>, () => process.exit(1));
});
