import { setPriority } from "node:os";
import { KeptDecoder } from "../decoder/kept-decoder.ts";
import { Devices } from "../device/client.ts";
import { DeviceError } from "../device/messages.ts";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import { type OpenPack, openPack } from "../pack/open.ts";
import { openPipelines, type Pipelines } from "../pipelines/index.ts";
import { StoppedError } from "../pipelines/stop-token.ts";
import type { Opening, Progress } from "../processes/child.ts";
import { collectMuch } from "../processes/collection.ts";
import { CurrentWork, stoppable } from "./current-work.ts";
import {
  ENGINE_NICENESS,
  type EngineStart,
  type FromEngine,
  type PackInfo,
  type ToEngine,
  type Work,
} from "./messages.ts";

/**
 * The entry of an engine process: opens the pack that its argument names, then does the work that it is
 * given, one piece at a time. It blocks while a model runs, shares nothing, and is replaced by the fleet if
 * it dies. Images are decoded beside it, in a process that may be ended at any time.
 */
async function main(): Promise<void> {
  setPriority(ENGINE_NICENESS);
  // A signal to the process group is the service's to handle: it drains, then ends its engines.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("disconnect", () => process.exit(0));
  const start = JSON.parse(process.argv[2]!) as EngineStart;
  // A large image's step must not find the room taken by what the step before it has left.
  const current = new CurrentWork(collectMuch);
  const devices =
    start.devices.length === 0 ? undefined : await Devices.connect(start.devices, () => current.secondsLeft);
  const onProgress = (progress: Progress) => send({ kind: "progress", progress });
  const pack = await openPack(start.modelsDir, start.session, onProgress, devices);
  const decoder = await KeptDecoder.open();
  const pipelines = await openPipelines(stoppable(pack, current), {
    stop: current,
    decode: (image) => decoder.decode(image, current),
  });
  process.on("message", (message: ToEngine) => {
    if (message.kind === "stop") return current.cancel(message.run);
    current.begin(message.run, message.msLeft);
    void answer(pipelines, message.work).then((answered) => {
      send(answered);
      // The next call must not find the room taken by what this one has left.
      setImmediate(collectMuch);
    });
  });
  send({ kind: "ready", opened: infoOf(pack) });
}

/** What of a pack can go to another process: not its functions. */
const infoOf = ({ has, model, info, file, open, release, ...kept }: OpenPack): PackInfo => kept;

async function answer(pipelines: Pipelines, { method, argument }: Work): Promise<FromEngine> {
  try {
    // The pool sends a method with that method's argument; the type is lost between the processes.
    const pipeline = pipelines[method] as (argument: unknown) => Promise<unknown>;
    return { kind: "done", value: await pipeline(argument) };
  } catch (error) {
    if (error instanceof ImageRefusedError) {
      return { kind: "refused", reason: error.reason, index: error.index };
    }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: "failed", reason: reasonOf(error), message };
  }
}

function reasonOf(error: unknown) {
  if (error instanceof StoppedError) return error.reason;
  const isPassing = error instanceof DeviceError && PASSING.has(error.code);
  return isPassing ? (error.code as "late" | "overloaded" | "device_lost") : "defect";
}

/** Failures of a device that say nothing of the work: it may do better another time. */
const PASSING: ReadonlySet<string> = new Set(["late", "overloaded", "device_lost"]);

function send(message: FromEngine | Opening<PackInfo>): void {
  process.send!(message);
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.send!({ kind: "unable", message } satisfies Opening<PackInfo>, () => process.exit(1));
});
