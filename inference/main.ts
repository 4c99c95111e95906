import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { nearSettings } from "../vocabulary/near-settings.ts";
import { SettingsError } from "../vocabulary/setting-faults.ts";
import { argumentFault, type Config, describeConfig, readConfig, VARIABLES } from "./config.ts";
import { GpuWorkerHost } from "./gpu-worker/host.ts";
import { assertFree, PortInUseError } from "./listeners/free.ts";
import { keepPausesShort } from "./processes/collection.ts";
import { startServer } from "./server.ts";
import type { AnsweredCall } from "./service/backend.ts";
import { isDefect } from "./service/failures.ts";
import { WorkerFleet } from "./workers/fleet.ts";
import { WorkerPool } from "./workers/pool.ts";
import { workerScript } from "./workers/worker-process.ts";

/**
 * The inference service. Stdout carries one JSON object a line, each with an `event`: `models_folder_made`,
 * `progress` while models are prepared, one `ready` with the addresses, `worker_ready`, `worker_lost`,
 * `gpu_worker_ready`, `gpu_worker_lost`, `token_refused` with the number of calls since the last one,
 * `gallery_away`, `gallery_back` and `gallery_lost` of galleries on a server, `defect`, `draining`,
 * `stopped`.
 * On a fatal error one line on stderr gives the reason, and the exit code is 1; 2 for a wrong argument.
 * Lines before it name variables that are nearly a setting.
 */
async function main(): Promise<void> {
  const fault = argumentFault(process.argv.slice(2), process.env);
  if (fault !== undefined) {
    process.stderr.write(`unknown_parameter: ${fault}\n`);
    process.exit(2);
  }
  if (process.argv.includes("--help")) return void process.stdout.write(describeConfig());
  for (const line of nearSettings(process.env, Object.keys(VARIABLES.shape))) {
    process.stderr.write(`inference: ${line}\n`);
  }
  const config = readConfig(process.env);
  await assertFree(placesOf(config));
  if (!existsSync(config.modelsDir)) log("models_folder_made", { folder: resolve(config.modelsDir) });
  keepPausesShort();
  const gpuWorkers = createGpuWorkers(config);
  const fleet = createFleet(config, gpuWorkers);
  const pool = new WorkerPool(fleet, config);
  let stop = () => pool.drain(0);
  onSignal(async (signal) => {
    log("draining", { signal });
    await stop();
    await gpuWorkers.close();
    log("stopped");
  });
  const start = async () => {
    await gpuWorkers.start();
    await fleet.start();
  };
  await start().catch((error) => {
    if (pool.accepting) throw error;
  });
  if (!pool.accepting) return;
  const server = await startServer(config, pool, gpuWorkers, {
    onFailure: logFailure,
    onTokenRefused,
    onGalleryServer: ({ event, ...facts }) => log(`gallery_${event}`, facts),
  });
  stop = server.stop;
  const { name: bundle, missing } = pool.bundle;
  log("ready", { ...server.addresses, pid: process.pid, workers: fleet.pids, bundle, missing });
}

const placesOf = ({ host, metricsHost, ports }: Config) => [
  { host, port: ports.grpc, names: { host: "GRPC_HOST", port: "GRPC_PORT" } },
  { host, port: ports.grpcWeb, names: { host: "GRPC_HOST", port: "GRPC_WEB_PORT" } },
  { host: metricsHost, port: ports.metrics, names: { host: "METRICS_HOST", port: "METRICS_PORT" } },
];

function createGpuWorkers(config: Config): GpuWorkerHost {
  const gpuWorkers = new GpuWorkerHost(config);
  gpuWorkers.on("progress", (progress) => log("progress", { ...progress }));
  gpuWorkers.on("gpu_worker_ready", (device, pid) => log("gpu_worker_ready", { device, pid }));
  gpuWorkers.on("gpu_worker_lost", (device, pid, reason) => log("gpu_worker_lost", { device, pid, reason }));
  gpuWorkers.on("hopeless", (reason) => fail(new Error(`no GPU worker can be started: ${reason}`)));
  return gpuWorkers;
}

function createFleet(config: Config, { sockets }: GpuWorkerHost): WorkerFleet {
  // Models that GPU workers do not run change their shape at each image, and stay on the CPU.
  const session = sockets.length === 0 ? config.session : { ...config.session, provider: "cpu" as const };
  const script = workerScript({ modelsDir: config.modelsDir, session, gpuWorkers: sockets });
  const fleet = new WorkerFleet(script, config.workers);
  fleet.on("progress", (progress) => log("progress", { ...progress }));
  fleet.on("worker_ready", (pid) => log("worker_ready", { pid }));
  fleet.on("worker_lost", (pid, reason) => log("worker_lost", { pid, reason }));
  fleet.on("hopeless", (reason) => fail(new Error(`no inference worker can be started: ${reason}`)));
  return fleet;
}

/** Ends the process once the first SIGTERM or SIGINT, or its parent's death, has been handled. */
function onSignal(handle: (signal: string) => Promise<void>): void {
  const end = (signal: string) => void handle(signal).then(() => process.exit(0), fail);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, end);
  // A parent that dies without a signal must not leave this process behind on its ports.
  process.once("disconnect", () => end("disconnect"));
}

function logFailure({ method, error }: AnsweredCall): void {
  if (error === undefined || !isDefect(error)) return;
  const { cause } = error;
  log("defect", { method, error: cause instanceof Error ? cause.message : String(cause) });
}

/**
 * Milliseconds between two lines about rejected tokens: any stranger may cause as many rejections as they
 * like.
 */
const QUIET_MS = 10_000;
let refusals = 0;
let quietUntil = 0;

/** The one sign of a wrong INFERENCE_TOKEN at this side. */
function onTokenRefused(): void {
  refusals++;
  if (performance.now() < quietUntil) return;
  quietUntil = performance.now() + QUIET_MS;
  log("token_refused", { calls: refusals });
  refusals = 0;
}

function log(event: string, facts: Record<string, unknown> = {}): void {
  process.stdout.write(`${JSON.stringify({ event, at: new Date().toISOString(), ...facts })}\n`);
}

function fail(error: unknown): void {
  // The stack that has started it reports a taken port, and starts it on another one.
  if (process.connected && error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    process.exit(1);
  }
  const isCoded = error instanceof SettingsError || error instanceof PortInUseError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${isCoded ? "" : "inference: "}${message}\n`);
  process.exit(1);
}

main().catch(fail);
