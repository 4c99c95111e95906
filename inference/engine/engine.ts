import { setPriority } from "node:os";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import { type OpenPack, openPack } from "../pack/open.ts";
import type { Helper } from "../pipelines/forensics/helper.ts";
import { openPipelines, type Pipelines } from "../pipelines/index.ts";
import { StoppedError } from "../pipelines/stop-token.ts";
import {
  ENGINE_NICENESS,
  type EngineStart,
  type FromEngine,
  type PackInfo,
  type ToEngine,
  type Work,
} from "./messages.ts";
import { Offers } from "./work/offers.ts";
import { StopSource, stoppable } from "./work/stop-source.ts";

/**
 * The entry of an engine process: opens the pack that its argument names, then does one piece of work after
 * another. It blocks while a net runs, and may die of an image that it decodes; it shares nothing, and the
 * fleet replaces it.
 */
async function main(): Promise<void> {
  setPriority(ENGINE_NICENESS);
  // A signal to the process group is the service's to handle: it drains, then ends its engines.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("disconnect", () => process.exit(0));
  const start = JSON.parse(process.argv[2]!) as EngineStart;
  const pack = await openPack(start.modelsDir, start.session, (progress) =>
    send({ kind: "progress", progress }),
  );
  const offers = new Offers(send);
  const stop = new StopSource();
  const helper: Helper = {
    look: (argument) => offers.make({ method: "look", argument }) as ReturnType<Helper["look"]>,
  };
  const pipelines = await openPipelines(stoppable(pack, stop), { helper, stop });
  process.on("message", (message: ToEngine) => {
    if (message.kind === "stop") stop.cancel();
    else if (message.kind !== "run") offers.settle(message);
    else {
      stop.begin(message.msLeft);
      void answer(pipelines, message.work).then(send);
    }
  });
  send({ kind: "ready", pack: infoOf(pack) });
}

const infoOf = ({
  name,
  provider,
  models,
  missing,
  templateVersion,
  operatingPoints,
}: OpenPack): PackInfo => ({
  name,
  provider,
  models,
  missing,
  templateVersion,
  operatingPoints,
});

async function answer(pipelines: Pipelines, { method, argument }: Work): Promise<FromEngine> {
  try {
    // The pool sends a method with that method's argument; the type is lost between the processes.
    const pipeline = pipelines[method] as (argument: unknown) => Promise<unknown>;
    return { kind: "done", value: await pipeline(argument) };
  } catch (error) {
    if (error instanceof ImageRefusedError) {
      return { kind: "refused", reason: error.reason, index: error.index };
    }
    if (error instanceof StoppedError) return { kind: "stopped", reason: error.reason };
    return {
      kind: "defect",
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

function send(message: FromEngine): void {
  process.send!(message);
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.send!({ kind: "unable", message } satisfies FromEngine, () => process.exit(1));
});
