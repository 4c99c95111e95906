import { median, quantile } from "../../inference/statistics.ts";
import type { InferenceProcess } from "../../test/harness/inference/process.ts";
import type { Host, Rig, RunFigure } from "./hosts.ts";
import { processesOnGpus } from "./machine.ts";

/** Limit of a call's time, as a multiple of the median call with the same image. */
const SLOW = 5;

/** The first calls of a new service, one after another, and the processes on the GPUs meanwhile. */
export async function measureFirstCalls(
  { material, calls, provider }: Rig,
  { clients, service }: Host,
): Promise<RunFigure[]> {
  const images = Object.values(material.faces);
  const times = images.map((): number[] => []);
  for (let n = 0; n < calls; n++) {
    const which = n % images.length;
    const from = performance.now();
    await clients.face.analyzeFace({ image: { content: images[which]! } });
    times[which]!.push(performance.now() - from);
    if (n % 100 === 99) process.stderr.write(`  ${n + 1} of ${calls} calls\n`);
  }
  const beside = times.flatMap((each) => each.map((ms) => ms / median(each)));
  return [
    { name: `first ${calls} calls: p50`, value: quantile(times.flat(), 0.5), unit: "ms" },
    { name: "first calls: p99", value: quantile(times.flat(), 0.99), unit: "ms" },
    {
      name: "first calls: slowest beside its median",
      value: Math.max(...beside),
      unit: "×",
      aim: `<= ${SLOW}`,
    },
    ...startedGpuWorkers(service.events),
    ...(provider === "cuda" ? contexts() : []),
  ];
}

/** Devices by their names in the service's own words: a second process of one would be a second context. */
function startedGpuWorkers(events: InferenceProcess["events"]): RunFigure[] {
  const names = events.filter(({ event }) => event === "gpu_worker_ready").map(({ device }) => device);
  const of = (name: unknown) => names.filter((each) => each === name).length;
  const most = Math.max(0, ...names.map(of));
  return [
    { name: "GPU workers that were started", value: new Set(names).size, unit: "", aim: ">= 1" },
    { name: "processes that one of them took, at most", value: most, unit: "", aim: "<= 1" },
  ];
}

/** A context uses about half a gigabyte, and processes share a GPU by time slices only. */
function contexts(): RunFigure[] {
  return Object.entries(processesOnGpus()).flatMap(([gpu, processes]): RunFigure[] => [
    { name: `processes on ${gpu}: at least one`, value: processes.length, unit: "", aim: ">= 1" },
    { name: `processes on ${gpu}: one at most`, value: processes.length, unit: "", aim: "<= 1" },
    ...processes.map(({ memory }) => ({ name: `memory of one on ${gpu}`, value: memory, unit: "MiB" })),
  ]);
}
