import { parentPort, workerData } from "node:worker_threads";
import type { Task } from "../../pack/manifest.ts";
import { selectModels } from "../../pack/prepare.ts";
import type { Opening } from "../../processes/child.ts";
import type { BatchRun, BatchTimes, Bucket, DeviceInfo, FromLane, LaneStart, ToLane } from "../messages.ts";
import { Canary } from "./canary.ts";
import { type DeviceNet, openDeviceNet } from "./net.ts";
import { DeviceServer } from "./server.ts";
import { timeSizes, warmUp } from "./trials.ts";

/** Milliseconds between two reports of the batches that were run. */
const REPORT_EVERY = 1_000;

/** A net that is open and warm, and the canary that tells whether it still computes. */
interface WarmNet {
  readonly net: DeviceNet;
  readonly canary: Canary;
}

/**
 * The entry of a lane, a thread of a device process: opens the nets that its pack places on devices, makes
 * sure that they compute, and answers engines once its process says so. It sees pixels of fixed shapes only
 * and never a file of a stranger. When a session fails the whole process ends and is replaced, since a GPU's
 * error stays with it.
 */
async function main(start: LaneStart): Promise<void> {
  const nets = await openNets(start);
  let server: DeviceServer | undefined;
  parentPort!.on("message", (asked: ToLane) => {
    if (asked.kind === "time") takeTimes(nets).then((times) => say({ kind: "timed", times }), unable);
    else if (asked.kind === "serve") {
      server = serverOf(start, nets, asked.times);
      server.listen(start.socket).then(() => say({ kind: "ready", opened: infoOf(start, nets) }), unable);
    } else server!.between(() => checkAll(nets)).then(() => say({ kind: "well" }), broken);
  });
  say({ kind: "warm" });
}

async function takeTimes(nets: readonly WarmNet[]): Promise<BatchTimes> {
  const times: [Task, readonly Bucket[]][] = [];
  for (const { net, canary } of nets) times.push([net.info.task, await timeSizes(net, canary)]);
  return Object.fromEntries(times);
}

/** Answers engines by these times of the batch sizes, and reports the batches that were run. */
function serverOf(start: LaneStart, nets: readonly WarmNet[], times: BatchTimes): DeviceServer {
  const served = nets.map(({ net }) => ({ net, buckets: times[net.info.task]! }));
  const batches: BatchRun[] = [];
  setInterval(() => {
    if (batches.length > 0) say({ kind: "batches", batches: batches.splice(0) });
  }, REPORT_EVERY);
  return new DeviceServer(served, infoOf(start, nets), { ran: (batch) => batches.push(batch), broken });
}

async function checkAll(nets: readonly WarmNet[]): Promise<void> {
  for (const { canary } of nets) await canary.check(1);
}

/** Opens every net that may run here, and runs it until it is warm. */
async function openNets(start: LaneStart): Promise<WarmNet[]> {
  const { models } = await selectModels(start.modelsDir);
  const placed = models.flatMap((model) =>
    model.placement === null ? [] : [{ model, placement: model.placement }],
  );
  const nets: WarmNet[] = [];
  for (const { model, placement } of placed) {
    const net = await openDeviceNet(start.modelsDir, model, placement, start.session);
    const canary = await Canary.of(net, model, start);
    await warmUp(net, canary);
    nets.push({ net, canary });
    say({ kind: "progress", progress: { model: model.name, done: nets.length, total: placed.length } });
  }
  return nets;
}

function infoOf({ session, tf32 }: LaneStart, nets: readonly WarmNet[]): DeviceInfo {
  const provider = nets[0]?.net.provider ?? session.provider;
  return { provider, tf32: tf32 && provider === "cuda", nets: nets.map(({ net }) => net.info) };
}

function say(message: FromLane | Opening<DeviceInfo>): void {
  parentPort!.postMessage(message);
}

const broken = (error: unknown) => say({ kind: "broken", message: messageOf(error) });

const unable = (error: unknown) => say({ kind: "unable", message: messageOf(error) });

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

main(workerData as LaneStart).catch(unable);
