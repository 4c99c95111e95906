import { parentPort, workerData } from "node:worker_threads";
import type { Task } from "../../bundle/manifest.ts";
import { selectModels } from "../../bundle/prepare.ts";
import type { Opening } from "../../processes/child.ts";
import type {
  BatchRun,
  BatchTimes,
  Bucket,
  FromLane,
  GpuWorkerInfo,
  LaneStart,
  ToLane,
} from "../messages.ts";
import { Canary } from "./canary.ts";
import { type GpuModel, openGpuModel } from "./model.ts";
import { GpuWorkerServer } from "./server.ts";
import { timeSizes, warmUp } from "./trials.ts";

/** Milliseconds between two reports of the batches that were run. */
const REPORT_EVERY = 1_000;

/** An open, warmed-up model, and the canary that shows whether it still computes correctly. */
interface WarmModel {
  readonly model: GpuModel;
  readonly canary: Canary;
}

/**
 * Entry point of a lane, a thread of a GPU worker: opens the models that its bundle places on GPU workers,
 * checks that they compute correctly, and serves inference workers once its process says so. It receives
 * pixels of fixed shapes only, and never an untrusted file. When a session fails the whole process ends and
 * is replaced, since a GPU's error stays with it.
 */
async function main(start: LaneStart): Promise<void> {
  const models = await openModels(start);
  let server: GpuWorkerServer | undefined;
  parentPort!.on("message", (message: ToLane) => {
    if (message.kind === "time") takeTimes(models).then((times) => say({ kind: "timed", times }), unable);
    else if (message.kind === "serve") {
      server = serverOf(start, models, message.times);
      server.listen(start.socket).then(() => say({ kind: "ready", opened: infoOf(start, models) }), unable);
    } else server!.between(() => checkAll(models)).then(() => say({ kind: "well" }), broken);
  });
  say({ kind: "warm" });
}

async function takeTimes(models: readonly WarmModel[]): Promise<BatchTimes> {
  const times: [Task, readonly Bucket[]][] = [];
  for (const { model, canary } of models) times.push([model.info.task, await timeSizes(model, canary)]);
  return Object.fromEntries(times);
}

/** Serves workers with these times of the batch sizes, and reports the batches that were run. */
function serverOf(start: LaneStart, models: readonly WarmModel[], times: BatchTimes): GpuWorkerServer {
  const served = models.map(({ model }) => ({ model, buckets: times[model.info.task]! }));
  const batches: BatchRun[] = [];
  setInterval(() => {
    if (batches.length > 0) say({ kind: "batches", batches: batches.splice(0) });
  }, REPORT_EVERY);
  return new GpuWorkerServer(served, infoOf(start, models), { ran: (batch) => batches.push(batch), broken });
}

async function checkAll(models: readonly WarmModel[]): Promise<void> {
  for (const { canary } of models) await canary.check(1);
}

/** Opens every model that may run here, and runs it until it is warm. */
async function openModels(start: LaneStart): Promise<WarmModel[]> {
  const { models: manifests } = await selectModels(start.modelsDir);
  const placed = manifests.flatMap((manifest) =>
    manifest.placement === null ? [] : [{ manifest, placement: manifest.placement }],
  );
  const models: WarmModel[] = [];
  for (const { manifest, placement } of placed) {
    const model = await openGpuModel(start.modelsDir, manifest, placement, start.session);
    const canary = await Canary.of(model, manifest, start);
    await warmUp(model, canary);
    models.push({ model, canary });
    say({ kind: "progress", progress: { model: manifest.name, done: models.length, total: placed.length } });
  }
  return models;
}

function infoOf({ session, tf32 }: LaneStart, models: readonly WarmModel[]): GpuWorkerInfo {
  const provider = models[0]?.model.provider ?? session.provider;
  return { provider, tf32: tf32 && provider === "cuda", models: models.map(({ model }) => model.info) };
}

function say(message: FromLane | Opening<GpuWorkerInfo>): void {
  parentPort!.postMessage(message);
}

const broken = (error: unknown) => say({ kind: "broken", message: messageOf(error) });

const unable = (error: unknown) => say({ kind: "unable", message: messageOf(error) });

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

main(workerData as LaneStart).catch(unable);
