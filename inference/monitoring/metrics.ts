import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { addGpuWorkerMetrics, type GpuWorkerFigures } from "./gpu-worker-figures.ts";

/** The parts of the service whose figures are read at each scrape. */
interface Sources {
  readonly pool: {
    readonly queued: number;
    readonly tenants: number;
    readonly saturation: number;
    readonly fleet: Readonly<Record<"running" | "up" | "restarts", number>>;
  };
  readonly galleries: {
    readonly totals: Readonly<Record<"galleries" | "faces" | "bytes", number>>;
    readonly server: Readonly<Record<"lost" | "away" | "back", number>>;
  };
  /** Null if all models run in the inference workers. */
  readonly gpuWorkers: GpuWorkerFigures | null;
  readonly build: Readonly<Record<"version" | "bundle" | "provider" | "onnxruntime", string>>;
}

/** One answered call. */
interface Answered {
  readonly method: string;
  /** The gRPC code in snake case, `ok` for a result. */
  readonly code: string;
  /** Seconds from arrival to answer. */
  readonly seconds: number;
  /** Seconds until a worker took it; undefined if none did. */
  readonly queueSeconds: number | undefined;
  /** Why it was not taken; undefined for any other end. */
  readonly refusal: string | undefined;
}

export interface Metrics {
  readonly registry: Registry;
  answered(call: Answered): void;
}

/**
 * The service's Prometheus metrics. They name methods, models and GPU workers, and neither a tenant nor
 * anything that was sent.
 */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addGauges(registry, sources);
  addCounters(registry, sources);
  if (sources.gpuWorkers !== null) addGpuWorkerMetrics(registry, sources.gpuWorkers);
  return { registry, answered: addCalls(registry) };
}

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of each call. */
function addCalls(registry: Registry): Metrics["answered"] {
  const registers = [registry];
  const requests = new Counter({
    name: "selfsame_inference_requests_total",
    help: "Answered calls, by method and gRPC code.",
    labelNames: ["method", "code"],
    registers,
  });
  const durations = new Histogram({
    name: "selfsame_inference_request_seconds",
    help: "Time from a call's arrival to its answer, queueing included.",
    labelNames: ["method"],
    buckets: SECONDS,
    registers,
  });
  const queueing = new Histogram({
    name: "selfsame_inference_queue_seconds",
    help: "Time from a call's arrival until an inference worker takes it; of a document, its first side.",
    labelNames: ["method"],
    buckets: SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: "selfsame_inference_refusals_total",
    help: "Calls that were not taken: too much waits (full), or too much for the call's deadline (deadline), or of its own tenant (tenant), or the service stops (draining).",
    labelNames: ["method", "reason"],
    registers,
  });
  return ({ method, code, seconds, queueSeconds, refusal }) => {
    requests.inc({ method, code });
    durations.observe({ method }, seconds);
    if (queueSeconds !== undefined) queueing.observe({ method }, queueSeconds);
    if (refusal !== undefined) refusals.inc({ method, reason: refusal });
  };
}

function addGauges(registry: Registry, { pool, galleries, build }: Sources): void {
  const gauges: Record<string, readonly [help: string, read: () => number]> = {
    queue_depth: ["Calls that wait for an inference worker.", () => pool.queued],
    queue_tenants: ["Tenants with a call that waits for an inference worker.", () => pool.tenants],
    saturation: [
      "Expected wait for all that is there, as a share of MAX_WAIT: from 1 on calls are rejected.",
      () => pool.saturation,
    ],
    running: ["Calls that an inference worker works on.", () => pool.fleet.running],
    workers_up: ["Worker processes that are ready or at work.", () => pool.fleet.up],
    gallery_server_up: [
      "0 while the server that has the galleries is away.",
      () => (galleries.server.away > galleries.server.back ? 0 : 1),
    ],
    galleries: [
      "Galleries in memory, or those of a server that this host has searched.",
      () => galleries.totals.galleries,
    ],
    gallery_faces: ["References in these galleries.", () => galleries.totals.faces],
    gallery_bytes: ["Bytes that these galleries take.", () => galleries.totals.bytes],
  };
  for (const [name, [help, read]] of Object.entries(gauges)) {
    new Gauge({
      name: `selfsame_inference_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
  new Gauge({
    name: "selfsame_inference_build_info",
    help: "Always 1: what runs, in its labels.",
    labelNames: ["version", "bundle", "provider", "onnxruntime"],
    registers: [registry],
  }).set(build, 1);
}

function addCounters(registry: Registry, { pool, galleries }: Sources): void {
  const registers = [registry];
  new Counter({
    name: "selfsame_inference_worker_restarts_total",
    help: "Worker processes started in place of dead ones.",
    registers,
    collect() {
      this.reset();
      this.inc(pool.fleet.restarts);
    },
  });
  new Counter({
    name: "selfsame_inference_gallery_server_total",
    help: "How often the server with the galleries went away, came back, or had lost a collection (lost).",
    labelNames: ["event"],
    registers,
    collect() {
      this.reset();
      for (const [event, count] of Object.entries(galleries.server)) this.inc({ event }, count);
    },
  });
}

interface PackageFile {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The release that runs, and the runtime that it is built with. */
export function readBuild(): { readonly version: string; readonly onnxruntime: string } {
  const file = readFileSync(join(import.meta.dirname, "../package.json"), "utf8");
  const { version, dependencies } = JSON.parse(file) as PackageFile;
  return { version, onnxruntime: dependencies["onnxruntime-node"] ?? "unknown" };
}
