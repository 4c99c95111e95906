import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inventHolder, renderSpecimen } from "#lab/material/documents/specimen.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { samplePhoto } from "#lab/material/faces/sample-photos.ts";
import { type InferenceProcess, startInference } from "../../harness/inference/process.ts";
import { clientsOver, TRANSPORTS } from "../../harness/inference/serving.ts";

let usual: InferenceProcess;
let onGpuWorker: InferenceProcess;

beforeAll(async () => {
  usual = await startInference({ WORKERS: "1", REQUEST_TIMEOUT: "60" });
  onGpuWorker = await startInference({ WORKERS: "2", REQUEST_TIMEOUT: "60", DEVICE: "cpu" });
});
afterAll(() => Promise.all([usual, onGpuWorker].map((service) => service?.stop())));

const clients = (service: InferenceProcess) => clientsOver(TRANSPORTS["native gRPC"](service));
const photo = () => ({ image: { content: new Uint8Array(readFileSync(samplePhoto("sample1.jpg"))) } });

const gpuWorkerPids = () =>
  onGpuWorker.events.filter(({ event }) => event === "gpu_worker_ready").map(({ pid }) => Number(pid));

it("a host with a GPU worker answers of a face what any other host answers, bit for bit", async () => {
  const [there, here] = await Promise.all(
    [usual, onGpuWorker].map((each) => clients(each).face.analyzeFace(photo())),
  );
  expect(here!.analysis?.principal?.template).toBeDefined();
  expect(here).toEqual(there);
});

it("a host with a GPU worker reads a document as any other host does", async () => {
  const options = { format: "TD1", holder: inventHolder(3), portrait: SAMPLE_FACES[0]! } as const;
  const { content } = await renderSpecimen(options);
  const read = (each: InferenceProcess) => clients(each).document.readDocument({ image: { content } });
  const [there, here] = await Promise.all([usual, onGpuWorker].map(read));
  expect(here).toEqual(there);
});

it("a model bundle is the same on a GPU worker, and reports that nothing is rounded", async () => {
  const [there, here] = await Promise.all(
    [usual, onGpuWorker].map((each) => clients(each).model.getModelBundle({})),
  );
  expect(here).toEqual(there);
  expect(here!.tf32).toBe(false);
});

it("calls that run when the GPU worker dies are answered, the same as ever, and none is left out", async () => {
  const { face } = clients(onGpuWorker);
  const expected = (await face.analyzeFace(photo())).analysis?.principal?.template?.vector;
  const calls = Array.from({ length: 6 }, () => face.analyzeFace(photo()));
  await Promise.race(calls);
  process.kill(gpuWorkerPids().at(-1)!, "SIGKILL");
  for (const { analysis } of await Promise.all(calls)) {
    expect(analysis?.principal?.template?.vector).toEqual(expected);
  }
  expect(gpuWorkerPids()).toHaveLength(2);
  expect(onGpuWorker.events.filter(({ event }) => event === "worker_lost")).toEqual([]);
});

it("the GPU worker ends with its service", async () => {
  const service = await startInference({ WORKERS: "1", DEVICE: "cpu" });
  const pid = Number(service.events.find(({ event }) => event === "gpu_worker_ready")!.pid);
  expect(await service.stop()).toBe(0);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
