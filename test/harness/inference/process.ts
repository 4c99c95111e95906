import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Addresses } from "#inference/server.ts";
import { TOKEN } from "./serving.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Converted models are cached between runs, in the local stack's folder. */
export const MODELS_DIR = join(ROOT, ".local/test-models");
mkdirSync(MODELS_DIR, { recursive: true });

/** One line of the service's output: its `event` and further facts. */
type ServiceEvent = { readonly event: string } & Readonly<Record<string, unknown>>;

export interface InferenceProcess {
  readonly child: ChildProcess;
  readonly addresses: Addresses;
  readonly events: readonly ServiceEvent[];
  /** Process ids of the workers that are up. */
  workers(): number[];
  /** SIGTERM, then the exit code. */
  stop(): Promise<number | null>;
}

/**
 * The real inference service as its own process, with real models, on free ports. Rejects with its output
 * if it cannot start.
 */
export async function startInference(
  environment: Record<string, string> = {},
  onEvent: (event: ServiceEvent, child: ChildProcess) => void = () => {},
  root = ROOT,
): Promise<InferenceProcess> {
  const free = { GRPC_PORT: "0", GRPC_WEB_PORT: "0", METRICS_PORT: "0", LAME_DUCK: "0" };
  const child = spawn(process.execPath, [join(root, "inference/main.ts")], {
    env: { ...process.env, INFERENCE_TOKEN: TOKEN, MODELS_DIR, ...free, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const events: ServiceEvent[] = [];
  const up = new Set<number>();
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const ready = Promise.withResolvers<Addresses>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const event = JSON.parse(line) as ServiceEvent;
    events.push(event);
    onEvent(event, child);
    if (event.event === "worker_ready") up.add(Number(event.pid));
    if (event.event === "worker_lost") up.delete(Number(event.pid));
    if (event.event === "ready") ready.resolve(event as unknown as Addresses);
  });
  const ended = once(child, "close");
  ended.then(
    ([code]) => ready.reject(new Error(`the service ended with ${code}: ${complaint}`)),
    ready.reject,
  );
  return {
    child,
    addresses: await ready.promise,
    events,
    workers: () => [...up],
    async stop() {
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
}
