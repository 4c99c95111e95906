import { createServer, type Server } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The parts of the service whose figures are read at each scrape. */
interface Sources {
  readonly pool: {
    readonly queued: number;
    readonly owners: number;
    readonly helped: number;
    readonly fleet: { readonly running: number; readonly up: number; readonly restarts: number };
  };
  readonly galleries: { readonly totals: Readonly<Record<"galleries" | "faces" | "bytes", number>> };
  readonly readings: { readonly totals: Readonly<Record<"hit" | "miss" | "entries" | "bytes", number>> };
}

interface Metrics {
  readonly registry: Registry;
  /** Counts one answered call; `code` is the gRPC code in snake case, `ok` for a result. */
  answered(method: string, code: string, seconds: number): void;
}

/** The service's Prometheus metrics. */
export function createMetrics({ pool, galleries, readings }: Sources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const gauges: Record<string, readonly [help: string, read: () => number]> = {
    queue_depth: ["Calls that wait for an engine process.", () => pool.queued],
    queue_tenants: ["Tenants whose turns are kept account of.", () => pool.owners],
    running: ["Calls that an engine process works on.", () => pool.fleet.running],
    engines_up: ["Engine processes that are ready or at work.", () => pool.fleet.up],
    engine_restarts: ["Engine processes started in place of dead ones.", () => pool.fleet.restarts],
    helped: ["Parts of calls that an idle engine process did for a busy one.", () => pool.helped],
    galleries: ["Galleries in memory.", () => galleries.totals.galleries],
    gallery_faces: ["References in these galleries.", () => galleries.totals.faces],
    gallery_bytes: ["Bytes that these galleries take.", () => galleries.totals.bytes],
    readings: ["Document readings in memory.", () => readings.totals.entries],
    reading_bytes: ["Bytes that these readings take.", () => readings.totals.bytes],
  };
  for (const [name, [help, read]] of Object.entries(gauges)) {
    new Gauge({
      name: `selfsame_inference_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
  new Counter({
    name: "selfsame_inference_reading_lookups_total",
    help: "Documents whose reading was looked for in memory, by outcome: hit or miss.",
    labelNames: ["outcome"],
    registers,
    collect() {
      this.reset();
      for (const outcome of ["hit", "miss"] as const) this.inc({ outcome }, readings.totals[outcome]);
    },
  });
  return {
    registry,
    answered(method, code, seconds) {
      requests.inc({ method, code });
      durations.observe({ method }, seconds);
    },
  };
}

/** `/metrics` for Prometheus, and `/healthz`: 200 while the service takes calls, 503 otherwise. */
export function createMetricsServer({ registry }: Metrics, serving: () => boolean): Server {
  return createServer((request, response) => {
    if (request.url === "/healthz") {
      response.writeHead(serving() ? 200 : 503).end(serving() ? "serving\n" : "not serving\n");
    } else if (request.url === "/metrics") {
      registry.metrics().then(
        (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else {
      response.writeHead(404).end();
    }
  });
}
