import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { createConnection } from "node:net";
import { dirname } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { readConfig } from "#inference/config.ts";
import { Devices } from "#inference/device/client.ts";
import { DeviceHost } from "#inference/device/host.ts";
import { BUNDLED } from "#inference/pack/bundled.ts";
import type { Progress } from "#inference/processes/child.ts";
import { eventually } from "../../harness/eventually.ts";
import { MODELS_DIR } from "../../harness/inference/process.ts";

const config = (given: Record<string, string> = {}) =>
  readConfig({ INFERENCE_TOKEN: "x".repeat(32), MODELS_DIR, DEVICE: "cpu", ...given });

let host: DeviceHost;
let devices: Devices | undefined;

afterEach(async () => {
  vi.useRealTimers();
  devices?.close();
  devices = undefined;
  await host.close();
});

/** The iris model, which is the smallest. */
const eyes = BUNDLED.find(({ task }) => task === "eye_contours")!;
const eye = (level: number) => ({
  image_bytes: { data: new Uint8Array(3 * 64 * 64).fill(level), dims: [1, 3, 64, 64] },
});

async function open() {
  host = new DeviceHost(config());
  const pids: (number | undefined)[] = [];
  host.on("device_ready", (_, pid) => pids.push(pid));
  await host.start();
  devices = await Devices.connect(host.sockets, () => 60);
  return { pids, model: devices.model(eyes)! };
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

it("only its own user reaches a device, and nothing of it stays behind", async () => {
  await open();
  const folder = dirname(host.sockets[0]![0]!);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await host.close();
  expect(existsSync(folder)).toBe(false);
});

it("a device whose canary is late is replaced, since a hung one does not end by itself", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "setTimeout", "clearTimeout", "clearInterval"] });
  const { pids } = await open();
  process.kill(pids[0]!, "SIGSTOP");
  const lost = once(host, "device_lost");
  await vi.advanceTimersByTimeAsync(30_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await lost).toEqual(["cpu", pids[0], "its canary is late"]);
});

it("a GPU that is asked for and absent is a refusal to start that names it", async () => {
  host = new DeviceHost(config({ DEVICE: "", EXECUTION_PROVIDER: "cuda", CUDA_DEVICES: "999" }));
  await expect(host.start()).rejects.toThrow(/^device 999: CUDA was asked for/);
});

it("without devices nothing is started, and nothing is missed", async () => {
  host = new DeviceHost(config({ DEVICE: "" }));
  await host.start();
  expect([host.sockets, host.states, host.serving]).toEqual([[], [], true]);
});

/** A device of two lanes. */
async function openLanes(more: object = {}) {
  const { devices: places, ...settings } = config();
  host = new DeviceHost({ ...settings, devices: [{ ...places[0]!, lanes: 2, ...more }] });
  const pids: number[] = [];
  const progress: Progress[] = [];
  host.on("device_ready", (_, pid) => pids.push(pid!));
  host.on("progress", (each) => progress.push(each));
  await host.start();
  return { pids, progress };
}

it("each lane of a device answers by a socket of its own, and they share their progress", async () => {
  const { progress } = await openLanes();
  const [sockets] = host.sockets;
  expect(sockets!.map((socket) => existsSync(socket))).toEqual([true, true]);
  expect(progress.map(({ done }) => done)).toEqual(progress.map((_, i) => i + 1));
  expect(new Set(progress.map(({ total }) => total))).toEqual(new Set([progress.length]));
  const lanes = await Promise.all(sockets!.map((socket) => Devices.connect([[socket]], () => 60)));
  const answers = await Promise.all(lanes.map((lane) => lane.model(eyes)!.run(eye(100))));
  expect(answers[0]).toEqual(answers[1]);
  for (const lane of lanes) lane.close();
});

it("a GPU worker that is killed restarts, and requests of its lanes meanwhile return the same", async () => {
  const { pids } = await openLanes();
  devices = await Devices.connect(host.sockets, () => 60);
  const model = devices.model(eyes)!;
  const { contour } = await model.run(eye(100));
  for (const kill of [1, 2, 3]) {
    const asked = Array.from({ length: 24 }, () => model.run(eye(100)));
    await Promise.race(asked);
    const lost = once(host, "device_lost");
    const [pid] = pids.slice(-1);
    process.kill(pid!, "SIGKILL");
    expect((await lost).slice(0, 2)).toEqual(["cpu", pid]);
    for (const answer of await Promise.all(asked)) expect(answer.contour).toEqual(contour);
    expect(pids).toHaveLength(kill + 1);
  }
  expect(host.states).toEqual([{ device: "cpu", up: true, restarts: 3 }]);
});

it("a device of which a lane fails is replaced as a whole", async () => {
  const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAILS)}` };
  await openLanes({ environment });
  const lost = once(host, "device_lost");
  const stranger = createConnection(host.sockets[0]![1]!).on("error", () => undefined);
  expect(await lost).toEqual(["cpu", expect.any(Number), "a lane that fails"]);
  stranger.destroy();
  await eventually(() => host.up).toBe(1);
});

/** Runs before a device process, and before its lanes: one of them fails at its first connection. */
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
