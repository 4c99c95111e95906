import { join } from "node:path";
import { type Config, describeConfig, readConfig } from "./config.ts";
import { EngineFailure } from "./engine/failure.ts";
import type { EngineStart } from "./engine/messages.ts";
import { EnginePool } from "./engine/pool.ts";
import { startServer } from "./server.ts";
import type { Answered } from "./service/backend.ts";

/**
 * The inference service. Stdout carries one JSON object a line, each with an `event`: `progress` while models are
 * prepared, one `ready` with the addresses, `engine_ready`, `engine_lost`, `defect`, `draining`, `stopped`. When it
 * cannot go on, one line on stderr says why and the exit code is 1.
 */
async function main(): Promise<void> {
  if (process.argv.includes("--help")) {
    process.stdout.write(describeConfig());
    return;
  }
  const config = readConfig(process.env);
  const pool = createPool(config);
  let stop = () => pool.drain(0);
  onSignal(async (signal) => {
    log("draining", { signal });
    await stop();
    log("stopped");
  });
  await pool.start().catch((error) => {
    if (pool.accepting) throw error;
  });
  if (!pool.accepting) return;
  const server = await startServer(config, pool, logDefect);
  stop = server.stop;
  const { name: pack, missing } = pool.pack;
  log("ready", { ...server.addresses, pid: process.pid, engines: pool.pids, pack, missing });
}

function createPool(config: Config): EnginePool {
  const start: EngineStart = { modelsDir: config.modelsDir, session: config.session };
  const script = { path: join(import.meta.dirname, "engine/engine.ts"), argument: JSON.stringify(start) };
  const pool = new EnginePool(script, config);
  pool.on("progress", (progress) => log("progress", { ...progress }));
  pool.on("engine_ready", (pid) => log("engine_ready", { pid }));
  pool.on("engine_lost", (pid, reason) => log("engine_lost", { pid, reason }));
  pool.on("hopeless", (reason) => fail(new Error(`no engine can be started: ${reason}`)));
  return pool;
}

/** Ends the process once the first SIGTERM or SIGINT, or its parent's death, has been handled. */
function onSignal(handle: (signal: string) => Promise<void>): void {
  const end = (signal: string) => void handle(signal).then(() => process.exit(0), fail);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, end);
  // A parent that dies without a word must not leave this process behind on its ports.
  process.once("disconnect", () => end("disconnect"));
}

function logDefect({ method, error }: Answered): void {
  const cause = error?.cause;
  const expected = cause === undefined || (cause instanceof EngineFailure && cause.kind !== "defect");
  if (expected) return;
  log("defect", { method, error: cause instanceof Error ? cause.message : String(cause) });
}

function log(event: string, facts: Record<string, unknown> = {}): void {
  process.stdout.write(`${JSON.stringify({ event, at: new Date().toISOString(), ...facts })}\n`);
}

function fail(error: unknown): void {
  process.stderr.write(`inference: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
