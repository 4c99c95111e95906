import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { BatchRun } from "../gpu-worker/messages.ts";

/** Metrics that the GPU workers report. */
export interface GpuWorkerFigures {
  /** `restarts`: processes started in place of dead ones. */
  readonly states: readonly {
    readonly device: string;
    readonly up: boolean;
    readonly restarts: number;
  }[];
  on(event: "batch", hear: (device: string, batch: BatchRun) => void): unknown;
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

/** The metrics of the GPU workers and of the models that run on them. */
export function addGpuWorkerMetrics(registry: Registry, figures: GpuWorkerFigures): void {
  const registers = [registry];
  new Gauge({
    name: "selfsame_inference_gpu_worker_up",
    help: "1 while the GPU worker's process runs models, else 0.",
    labelNames: ["device"],
    registers,
    collect() {
      for (const { device, up } of figures.states) this.set({ device }, up ? 1 : 0);
    },
  });
  new Counter({
    name: "selfsame_inference_gpu_worker_restarts_total",
    help: "GPU workers started in place of dead ones.",
    registers,
    collect() {
      this.reset();
      this.inc(figures.states.reduce((sum, { restarts }) => sum + restarts, 0));
    },
  });
  const sizes = new Histogram({
    name: "selfsame_inference_model_batch_size",
    help: "Items that a GPU worker ran at once.",
    labelNames: ["model"],
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers,
  });
  const waits = new Histogram({
    name: "selfsame_inference_model_wait_seconds",
    help: "Time that the first item of a batch waited at its GPU worker.",
    labelNames: ["model"],
    buckets: SECONDS,
    registers,
  });
  const runs = new Histogram({
    name: "selfsame_inference_model_run_seconds",
    help: "Time that a batch took on its GPU worker.",
    labelNames: ["model", "device"],
    buckets: SECONDS,
    registers,
  });
  figures.on("batch", (device, { model, items, waited, took }) => {
    sizes.observe({ model }, items);
    waits.observe({ model }, waited);
    runs.observe({ model, device }, took);
  });
}
