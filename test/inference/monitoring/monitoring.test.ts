import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BatchRun } from "#inference/gpu-worker/messages.ts";
import { addGpuWorkerMetrics } from "#inference/monitoring/gpu-worker-figures.ts";
import { eventually } from "../../harness/eventually.ts";
import { closedGate } from "../../harness/inference/gate.ts";
import { healthProbe } from "../../harness/inference/health.ts";
import { queueFor } from "../../harness/inference/room.ts";
import {
  clientsOver,
  command,
  type Serving,
  serveScripted,
  TRANSPORTS,
} from "../../harness/inference/serving.ts";

let serving: Serving;
beforeAll(async () => {
  serving = await serveScripted({ WORKERS: "1", METRICS_HOST: "0.0.0.0", ...queueFor(1) });
});
afterAll(() => serving.stop());

const scrape = async ({ addresses }: Serving = serving) =>
  (await fetch(`${addresses.metrics.replace("0.0.0.0", "127.0.0.1")}/metrics`)).text();
const answerOf = async (path: string, { addresses }: Serving = serving) =>
  (await fetch(`${addresses.metrics.replace("0.0.0.0", "127.0.0.1")}${path}`)).status;
const face = ({ token, addresses }: Serving = serving) =>
  clientsOver(TRANSPORTS["native gRPC"]({ addresses }, token)).face;
const METHOD = 'method="selfsame.inference.v1.FaceService/AnalyzeFace"';

it("exports requests, queue and workers, and the running version", async () => {
  await face().analyzeFace({ image: command({}) });
  const text = await scrape();
  expect(text).toMatch(new RegExp(`selfsame_inference_requests_total\\{${METHOD},code="ok"\\} \\d`));
  for (const line of ["workers_up 1", "queue_depth 0", "saturation 0", "worker_restarts_total 0"]) {
    expect(text).toContain(`selfsame_inference_${line}\n`);
  }
  const file = readFileSync(join(import.meta.dirname, "../../../inference/package.json"), "utf8");
  const { version, dependencies } = JSON.parse(file);
  const runtime = dependencies["onnxruntime-node"];
  expect(text).toContain(
    `build_info{version="${version}",onnxruntime="${runtime}",bundle="scripted",provider="cpu"} 1`,
  );
});

it("exports how long calls queued, and why some were rejected", async () => {
  const { until, open } = closedGate();
  const calls = Array.from({ length: 3 }, () => face().analyzeFace({ image: command({ until }) }));
  const refused = await Promise.race(calls.map((call) => call.catch(() => "refused")));
  expect(refused).toBe("refused");
  expect(await scrape()).toContain(`selfsame_inference_refusals_total{${METHOD},reason="tenant"} 1`);
  expect(await scrape()).toMatch(/selfsame_inference_saturation 0\.\d/);
  open();
  await Promise.allSettled(calls);
  // The one of the test before, and two of these.
  expect(await scrape()).toContain(`selfsame_inference_queue_seconds_count{${METHOD}} 3`);
});

it("names no tenant, since a cluster's scraper can reach it", async () => {
  const tenant = "0123456789abcdef.live";
  await face().analyzeFace({ image: command({}) }, { headers: { "x-selfsame-tenant": tenant } });
  expect(await scrape()).not.toContain("0123456789abcdef");
});

it("exports the reports of GPU workers", async () => {
  const registry = new Registry();
  let hear: (device: string, batch: BatchRun) => void = () => {};
  addGpuWorkerMetrics(registry, {
    states: [
      { device: "cuda:0", up: true, restarts: 2 },
      { device: "cuda:1", up: false, restarts: 1 },
    ],
    on: (_, listener) => {
      hear = listener;
    },
  });
  hear("cuda:0", { model: "face_template", items: 3, waited: 0.001, took: 0.004 });
  const text = await registry.metrics();
  for (const line of [
    'gpu_worker_up{device="cuda:0"} 1',
    'gpu_worker_up{device="cuda:1"} 0',
    "gpu_worker_restarts_total 3",
    'model_batch_size_sum{model="face_template"} 3',
    'model_wait_seconds_sum{model="face_template"} 0.001',
    'model_run_seconds_sum{model="face_template",device="cuda:0"} 0.004',
  ]) {
    expect(text).toContain(`selfsame_inference_${line}\n`);
  }
});

it("is alive without a worker, and not ready; what needs no worker goes on", async () => {
  const alone = await serveScripted({ WORKERS: "1" });
  const probe = healthProbe(alone.addresses.grpc);
  process.kill(alone.pool.fleet.pids[0]!, "SIGKILL");
  await eventually(() => probe.check()).toBe("NOT_SERVING");
  expect(
    await Promise.all(
      ["/livez", "/readyz", "/healthz", "/other", "/__proto__"].map((path) => answerOf(path, alone)),
    ),
  ).toEqual([200, 503, 503, 404, 404]);
  const services = [
    "liveness",
    "FaceService",
    "DocumentService",
    "GalleryService",
    "ModelService",
    "ErasureService",
  ];
  const named = (name: string) => (name === "liveness" ? name : `selfsame.inference.v1.${name}`);
  const statuses = await Promise.all(services.map((name) => probe.check(named(name))));
  expect(statuses).toEqual(["SERVING", "NOT_SERVING", "NOT_SERVING", "SERVING", "SERVING", "SERVING"]);
  await eventually(() => probe.check()).toBe("SERVING");
  expect(await answerOf("/readyz", alone)).toBe(200);
  expect(await scrape(alone)).toContain("selfsame_inference_worker_restarts_total 1\n");
  probe.close();
  await alone.stop();
});
