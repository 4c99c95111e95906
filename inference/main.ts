import { parseArgs } from "node:util";
import { type Config, describeConfig, readConfig } from "./config.ts";
import { DeviceHost } from "./device/host.ts";
import { engineScript } from "./engine/engine-process.ts";
import { EngineFleet } from "./engine/fleet.ts";
import { EnginePool } from "./engine/pool.ts";
import { keepPausesShort } from "./processes/collection.ts";
import { startServer } from "./server.ts";
import type { AnsweredCall } from "./service/backend.ts";
import { isDefect } from "./service/failures.ts";

/**
 * The inference service. Stdout carries one JSON object a line, each with an `event`: `progress` while models
 * are prepared, one `ready` with the addresses, `engine_ready`, `engine_lost`, `device_ready`, `device_lost`,
 * `token_refused` with the number of calls since the last one, `gallery_away`, `gallery_back` and
 * `gallery_lost` of galleries on a server, `defect`, `draining`, `stopped`. On a fatal error one line on
 * stderr gives the reason, and the exit code is 1.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: "boolean" } } });
  if (values.help) return void process.stdout.write(describeConfig());
  const config = readConfig(process.env);
  keepPausesShort();
  const devices = createDevices(config);
  const fleet = createFleet(config, devices);
  const pool = new EnginePool(fleet, config);
  let stop = () => pool.drain(0);
  onSignal(async (signal) => {
    log("draining", { signal });
    await stop();
    await devices.close();
    log("stopped");
  });
  const start = async () => {
    await devices.start();
    await fleet.start();
  };
  await start().catch((error) => {
    if (pool.accepting) throw error;
  });
  if (!pool.accepting) return;
  const server = await startServer(config, pool, devices, {
    onFailure: logFailure,
    onTokenRefused,
    onGalleryServer: ({ event, ...facts }) => log(`gallery_${event}`, facts),
  });
  stop = server.stop;
  const { name: pack, missing } = pool.pack;
  log("ready", { ...server.addresses, pid: process.pid, engines: fleet.pids, pack, missing });
}

function createDevices(config: Config): DeviceHost {
  const devices = new DeviceHost(config);
  devices.on("progress", (progress) => log("progress", { ...progress }));
  devices.on("device_ready", (device, pid) => log("device_ready", { device, pid }));
  devices.on("device_lost", (device, pid, reason) => log("device_lost", { device, pid, reason }));
  devices.on("hopeless", (reason) => fail(new Error(`no device can be started: ${reason}`)));
  return devices;
}

function createFleet(config: Config, { sockets }: DeviceHost): EngineFleet {
  // Models that devices do not run change their shape at each image, and stay on the CPU.
  const session = sockets.length === 0 ? config.session : { ...config.session, provider: "cpu" as const };
  const script = engineScript({ modelsDir: config.modelsDir, session, devices: sockets });
  const fleet = new EngineFleet(script, config.engines);
  fleet.on("progress", (progress) => log("progress", { ...progress }));
  fleet.on("engine_ready", (pid) => log("engine_ready", { pid }));
  fleet.on("engine_lost", (pid, reason) => log("engine_lost", { pid, reason }));
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
  process.stderr.write(`inference: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
