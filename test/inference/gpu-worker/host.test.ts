import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { createConnection } from "node:net";
import { dirname } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { BUNDLED } from "#inference/bundle/bundled.ts";
import { readConfig } from "#inference/config.ts";
import { GpuWorkers } from "#inference/gpu-worker/client.ts";
import { GpuWorkerHost } from "#inference/gpu-worker/host.ts";
import type { Progress } from "#inference/processes/child.ts";
import { eventually } from "../../harness/eventually.ts";
import { MODELS_DIR } from "../../harness/inference/process.ts";

const config = (given: Record<string, string> = {}) =>
  readConfig({ INFERENCE_TOKEN: "x".repeat(32), MODELS_DIR, DEVICE: "cpu", ...given });

let host: GpuWorkerHost;
let gpuWorkers: GpuWorkers | undefined;

afterEach(async () => {
  vi.useRealTimers();
  gpuWorkers?.close();
  gpuWorkers = undefined;
  await host.close();
});

/** The iris model, which is the smallest. */
const eyes = BUNDLED.find(({ task }) => task === "eye_contours")!;
const eye = (level: number) => ({
  image_bytes: { data: new Uint8Array(3 * 64 * 64).fill(level), dims: [1, 3, 64, 64] },
});

async function open() {
  host = new GpuWorkerHost(config());
  const pids: (number | undefined)[] = [];
  host.on("gpu_worker_ready", (_, pid) => pids.push(pid));
  await host.start();
  gpuWorkers = await GpuWorkers.connect(host.sockets, () => 60);
  return { pids, model: gpuWorkers.model(eyes)! };
}

it("reports each batch with its items and times", async () => {
  const { model } = await open();
  const batches = once(host, "batch");
  await model.run(eye(1));
  const [device, batch] = await batches;
  expect([device, batch.model, batch.items]).toEqual(["cpu", "eye_contours", 1]);
  expect(batch.waited).toBeGreaterThanOrEqual(0);
  expect(batch.took).toBeGreaterThan(0);
});

it("only its own user reaches a GPU worker, and nothing of it stays behind", async () => {
  await open();
  const folder = dirname(host.sockets[0]![0]!);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await host.close();
  expect(existsSync(folder)).toBe(false);
});

it("a GPU worker whose canary is late is replaced, since a hung one does not end by itself", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "setTimeout", "clearTimeout", "clearInterval"] });
  const { pids } = await open();
  process.kill(pids[0]!, "SIGSTOP");
  const lost = once(host, "gpu_worker_lost");
  await vi.advanceTimersByTimeAsync(30_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await lost).toEqual(["cpu", pids[0], "its canary is late"]);
});

it("a GPU that is asked for and absent is a refusal to start that names it", async () => {
  host = new GpuWorkerHost(config({ DEVICE: "", EXECUTION_PROVIDER: "cuda", CUDA_DEVICES: "999" }));
  await expect(host.start()).rejects.toThrow(/^device 999: CUDA was asked for/);
});

it("without GPU workers nothing is started, and nothing is missed", async () => {
  host = new GpuWorkerHost(config({ DEVICE: "" }));
  await host.start();
  expect([host.sockets, host.states, host.serving]).toEqual([[], [], true]);
});

/** A GPU worker of two lanes. */
async function openLanes(more: object = {}) {
  const { gpuWorkers: places, ...settings } = config();
  host = new GpuWorkerHost({ ...settings, gpuWorkers: [{ ...places[0]!, lanes: 2, ...more }] });
  const pids: number[] = [];
  const progress: Progress[] = [];
  host.on("gpu_worker_ready", (_, pid) => pids.push(pid!));
  host.on("progress", (each) => progress.push(each));
  await host.start();
  return { pids, progress };
}

it("each lane of a GPU worker answers by a socket of its own, and they share their progress", async () => {
  const { progress } = await openLanes();
  const [sockets] = host.sockets;
  expect(sockets!.map((socket) => existsSync(socket))).toEqual([true, true]);
  expect(progress.map(({ done }) => done)).toEqual(progress.map((_, i) => i + 1));
  expect(new Set(progress.map(({ total }) => total))).toEqual(new Set([progress.length]));
  const lanes = await Promise.all(sockets!.map((socket) => GpuWorkers.connect([[socket]], () => 60)));
  const answers = await Promise.all(lanes.map((lane) => lane.model(eyes)!.run(eye(100))));
  expect(answers[0]).toEqual(answers[1]);
  for (const lane of lanes) lane.close();
});

it("a GPU worker that is killed restarts, and requests of its lanes meanwhile return the same", async () => {
  const { pids } = await openLanes();
  gpuWorkers = await GpuWorkers.connect(host.sockets, () => 60);
  const model = gpuWorkers.model(eyes)!;
  const { contour } = await model.run(eye(100));
  for (const kill of [1, 2, 3]) {
    const asked = Array.from({ length: 24 }, () => model.run(eye(100)));
    await Promise.race(asked);
    const lost = once(host, "gpu_worker_lost");
    const [pid] = pids.slice(-1);
    process.kill(pid!, "SIGKILL");
    expect((await lost).slice(0, 2)).toEqual(["cpu", pid]);
    for (const answer of await Promise.all(asked)) expect(answer.contour).toEqual(contour);
    expect(pids).toHaveLength(kill + 1);
  }
  expect(host.states).toEqual([{ device: "cpu", up: true, restarts: 3 }]);
});

it("a GPU worker of which a lane fails is replaced as a whole", async () => {
  const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAILS)}` };
  await openLanes({ environment });
  const lost = once(host, "gpu_worker_lost");
  const stranger = createConnection(host.sockets[0]![1]!).on("error", () => undefined);
  expect(await lost).toEqual(["cpu", expect.any(Number), "a lane that fails"]);
  stranger.destroy();
  await eventually(() => host.up).toBe(1);
});

/** Runs before a GPU worker, and before its lanes: one of them fails at its first connection. */
const FAILS = `
  import { Server } from "node:net";
  import { isMainThread } from "node:worker_threads";
  if (!isMainThread) {
    const { emit } = Server.prototype;
    Server.prototype.emit = function (name, ...rest) {
      if (name === "connection") throw new Error("a lane that fails");
      return emit.call(this, name, ...rest);
    };
  }
`;
