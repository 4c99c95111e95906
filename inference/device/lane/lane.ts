import { parentPort, workerData } from "node:worker_threads";
import { selectModels } from "../../pack/prepare.ts";
import type { Opening } from "../../processes/child.ts";
import type { BatchRun, BatchTimes, DeviceInfo, FromDevice, LaneStart, ToDevice } from "../messages.ts";
import { Canary, tryOut } from "./canary.ts";
import { openDeviceNet } from "./net.ts";
import { DeviceServer, type Served } from "./server.ts";

/** Milliseconds between two reports of the batches that were run. */
const REPORT_EVERY = 1_000;

/**
 * The entry of a lane, a thread of a device process: opens the nets that its pack places on devices, makes
 * sure that they compute, then answers engines. It sees pixels of fixed shapes only and never a file of a
 * stranger. When a session fails the whole process ends and is replaced, since a GPU's error stays with it.
 */
async function main(start: LaneStart): Promise<void> {
  const { served, canaries } = await openNets(start);
  const info = infoOf(start, served);
  const batches: BatchRun[] = [];
  const broken = (error: unknown) => say({ kind: "broken", message: messageOf(error) });
  const server = new DeviceServer(served, info, { ran: (batch) => batches.push(batch), broken });
  parentPort!.on("message", (_: ToDevice) => {
    const checkAll = async () => {
      for (const canary of canaries) await canary.check(1);
    };
    server.between(checkAll).then(() => say({ kind: "well" }), broken);
  });
  setInterval(() => {
    if (batches.length > 0) say({ kind: "batches", batches: batches.splice(0) });
  }, REPORT_EVERY);
  await server.listen(start.socket);
  say({ kind: "timed", times: timesOf(served) });
  say({ kind: "ready", opened: info });
}

/** Opens every net that may run here, one session each, and tries it at every batch size. */
async function openNets(start: LaneStart): Promise<{ served: Served[]; canaries: Canary[] }> {
  const { models } = await selectModels(start.modelsDir);
  const placed = models.flatMap((model) =>
    model.placement === null ? [] : [{ model, placement: model.placement }],
  );
  const served: Served[] = [];
  const canaries: Canary[] = [];
  for (const { model, placement } of placed) {
    const net = await openDeviceNet(start.modelsDir, model, placement, start.session);
    const canary = await Canary.of(net, model, start);
    const buckets = await tryOut(net, canary, start.times?.[model.task]);
    served.push({ net, buckets });
    canaries.push(canary);
    say({ kind: "progress", progress: { model: model.name, done: served.length, total: placed.length } });
  }
  return { served, canaries };
}

const timesOf = (served: readonly Served[]): BatchTimes =>
  Object.fromEntries(served.map(({ net, buckets }) => [net.info.task, buckets]));

function infoOf({ session, tf32 }: LaneStart, served: readonly Served[]): DeviceInfo {
  const provider = served[0]?.net.provider ?? session.provider;
  return { provider, tf32: tf32 && provider === "cuda", nets: served.map(({ net }) => net.info) };
}

function say(message: FromDevice | Opening<DeviceInfo>): void {
  parentPort!.postMessage(message);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

main(workerData as LaneStart).catch((error: unknown) => say({ kind: "unable", message: messageOf(error) }));
