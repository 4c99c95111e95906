import { setPriority } from "node:os";
import { selectModels } from "../pack/prepare.ts";
import type { Opening } from "../processes/child.ts";
import { findCuda } from "../runtime/cuda-findings.ts";
import { cudaUnavailable } from "../runtime/cuda-needs.ts";
import { Canary, tryOut } from "./canary.ts";
import type { BatchRun, BatchTimes, DeviceInfo, DeviceStart, FromDevice, ToDevice } from "./messages.ts";
import { openDeviceNet } from "./net.ts";
import { DeviceServer, type Served } from "./server.ts";

/** Engines wait for a device, and whoever checks the service's health waits for neither. */
const NICENESS = 9;

/** Milliseconds between two reports of the batches that were run. */
const REPORT_EVERY = 1_000;

/**
 * The entry of a device process: opens the nets that its pack places on devices, makes sure that they
 * compute, then answers engines. It sees numbers of fixed shapes only and never a file of a stranger. When a
 * session fails it ends and is replaced, since a GPU's error stays with its process.
 */
async function main(): Promise<void> {
  setPriority(NICENESS);
  // A signal to the process group is the service's to handle: it drains, then ends its devices.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("disconnect", () => process.exit(0));
  const start = JSON.parse(process.argv[2]!) as DeviceStart;
  const { served, canaries } = await openNets(start);
  const info = await infoOf(start, served);
  const batches: BatchRun[] = [];
  const broken = (error: unknown) => end({ kind: "broken", message: messageOf(error) });
  const server = new DeviceServer(served, info, { ran: (batch) => batches.push(batch), broken });
  process.on("message", (_: ToDevice) => {
    const checkAll = async () => {
      for (const canary of canaries) await canary.check(1);
    };
    server.between(checkAll).then(() => send({ kind: "well" }), broken);
  });
  setInterval(() => {
    if (batches.length > 0) send({ kind: "batches", batches: batches.splice(0) });
  }, REPORT_EVERY);
  await server.listen(start.socket);
  send({ kind: "timed", times: timesOf(served) });
  send({ kind: "ready", opened: info });
}

/** Opens every net that may run here, one session each, and tries it at every batch size. */
async function openNets(start: DeviceStart): Promise<{ served: Served[]; canaries: Canary[] }> {
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
    send({ kind: "progress", progress: { model: model.name, done: served.length, total: placed.length } });
  }
  return { served, canaries };
}

const timesOf = (served: readonly Served[]): BatchTimes =>
  Object.fromEntries(served.map(({ net, buckets }) => [net.info.task, buckets]));

async function infoOf({ session, tf32 }: DeviceStart, served: readonly Served[]): Promise<DeviceInfo> {
  const provider = served[0]?.net.provider ?? session.provider;
  if (provider !== session.provider) {
    console.warn(`${cudaUnavailable(await findCuda(session.deviceId))} Running on the CPU instead.`);
  }
  return { provider, tf32: tf32 && provider === "cuda", nets: served.map(({ net }) => net.info) };
}

function send(message: FromDevice | Opening<DeviceInfo>): void {
  process.send!(message);
}

const end = (message: FromDevice | Opening<DeviceInfo>) => process.send!(message, () => process.exit(1));

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

main().catch((error: unknown) => end({ kind: "unable", message: messageOf(error) }));
