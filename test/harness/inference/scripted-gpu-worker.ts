import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { BUNDLED } from "#inference/bundle/bundled.ts";
import type { ModelManifest } from "#inference/bundle/manifest.ts";
import { GpuWorkers } from "#inference/gpu-worker/client.ts";
import { GpuModel } from "#inference/gpu-worker/lane/model.ts";
import { GpuWorkerServer } from "#inference/gpu-worker/lane/server.ts";
import type { BatchRun, Bucket } from "#inference/gpu-worker/messages.ts";
import { GraphBuilder } from "#inference/onnx/graph.ts";
import { withPixelInput } from "#inference/onnx/pixel-input.ts";
import { CPU, openModel } from "#inference/runtime/session.ts";

/** A model of two numbers that is placed on GPU workers. */
export const ROOT: ModelManifest & { readonly placement: object } = {
  ...BUNDLED[0]!,
  name: "root",
  placement: { item: [2], buckets: [1, 8, 32] },
};

/** Timings of a GPU, for which batches are faster: a CPU would take every item by itself. */
const PAYING: readonly Bucket[] = [1, 8, 32].map((size) => ({ size, time: 1 + size / 32 }));

/** The pixel value that the model reads as zero, so that negative numbers are possible. */
const ZERO = 100;

/** Of x above `ZERO`: `root` = √x and `double` = 2x, so that a negative x gives a NaN. */
export async function rootModel(): Promise<GpuModel> {
  const graph = new GraphBuilder("root");
  const x = graph.node("Sub", [graph.input("x", ["batch", 2]), graph.floats([ZERO], [1])]);
  graph.output("root", graph.node("Sqrt", [x]), ["batch", 2]);
  graph.output("double", graph.node("Add", [x, x]), ["batch", 2]);
  const model = await openModel({ name: "root", bytes: withPixelInput(graph.encode()) }, CPU, () => {});
  return new GpuModel(ROOT, ROOT.placement!, model);
}

/** An item of two numbers, -100 to 155. */
export const pair = (...values: [number, number]) => ({
  x_bytes: { data: Uint8Array.from(values, (value) => ZERO + value), dims: [1, 2] },
});

/** GPU workers of one model in this process, on real sockets; they are closed after each test. */
export function openGpuWorkerRig() {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0).reverse()) close();
  });
  return {
    socket(): string {
      const folder = mkdtempSync(join(tmpdir(), "selfsame-rig-"));
      closing.push(() => rmSync(folder, { recursive: true }));
      return join(folder, "device");
    },
    async serve(socket: string, version = "1") {
      const model = await rootModel();
      const info = { ...model.info, version: model.info.version + version };
      const batches: BatchRun[] = [];
      const server = new GpuWorkerServer(
        [{ model, buckets: PAYING }],
        { provider: "cpu", tf32: false, models: version === "1" ? [model.info] : [info] },
        {
          ran: (batch) => batches.push(batch),
          broken: (error) => {
            throw error;
          },
        },
      );
      await server.listen(socket);
      closing.push(() => server.close());
      return { server, batches };
    },
    async connect(sockets: readonly string[], patience = 10_000) {
      const lanes = sockets.map((socket) => [socket]);
      const gpuWorkers = await GpuWorkers.connect(lanes, () => patience / 1_000);
      closing.push(() => gpuWorkers.close());
      return { gpuWorkers, model: gpuWorkers.model(ROOT)! };
    },
  };
}
