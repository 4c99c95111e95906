import { randomBytes } from "node:crypto";
import { openListener } from "./supervision/listener.ts";
import type { Memory } from "./supervision/replacement.ts";
import { Runtime } from "./supervision/runtime.ts";
import { type EdgeOptions, SUPERVISOR, V8_FLAGS, workerOf } from "./worker-options.ts";

export interface RunningEdge {
  readonly url: string;
  /** Runs the Worker's `scheduled` handler once. */
  tick(): Promise<void>;
  /** The Worker's figures in Prometheus' text format. */
  metrics(): Promise<string>;
  /** What the Worker says of the memory of its process. */
  memory(): Promise<Memory>;
  /** Lets `/health` say that calls should go elsewhere. Every call is still answered. */
  leave(): Promise<void>;
  /**
   * Puts a fresh workerd in the place of this one, which first answers what is under way, for at most so
   * long. New connections wait meanwhile. Throws where none can be had: then the edge is `lost`.
   */
  replace(drainMs: number): Promise<void>;
  /** Resolves when workerd has ended and no other could be started. */
  readonly lost: Promise<Error>;
  /** The process id of the workerd that runs. */
  readonly pid: number | undefined;
  /** Answers what is under way, for at most so long, and nothing new; then ends. */
  close(drainMs?: number): Promise<void>;
}

/** The Worker has its figures at hand, and the database must not hold them up for long. */
const SUPERVISOR_MS = 10_000;
/**
 * Runs the Worker on workerd. This process holds the socket that clients connect to: a workerd that ends, in
 * order or not, leaves them waiting for the next one, and refuses none.
 */
export async function startEdge(options: EdgeOptions): Promise<RunningEdge> {
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= V8_FLAGS;
  const token = randomBytes(32).toString("base64url");
  const { host = "127.0.0.1" } = options;
  const listener = await openListener(host, options.port);
  const worker = await workerOf(options, { host, port: listener.port }, token);
  const runtime = await Runtime.start(listener, worker);
  const { miniflare } = runtime;
  const ask = async (method: string, path: string) => {
    const supervisor = await miniflare.unsafeGetDirectURL("selfsame", SUPERVISOR);
    const answer = await fetch(new URL(path, supervisor), {
      method,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(SUPERVISOR_MS),
    });
    if (!answer.ok) throw new Error(`the Worker answers ${answer.status} to ${path}`);
    return answer.text();
  };
  return {
    url: listener.url,
    async tick() {
      const worker = await miniflare.getWorker();
      const { outcome } = await worker.scheduled();
      if (outcome !== "ok") throw new Error(`the scheduled handler ended with ${outcome}`);
    },
    metrics: () => ask("GET", "/metrics"),
    async memory() {
      const { has_erased, is_quiet } = JSON.parse(await ask("GET", "/memory"));
      return { hasErased: has_erased === true, isQuiet: is_quiet === true };
    },
    leave: async () => void (await ask("POST", "/leave")),
    replace: (drainMs) => runtime.replace(drainMs),
    lost: runtime.lost,
    get pid() {
      return runtime.pid;
    },
    close: (drainMs = 0) => runtime.close(drainMs),
  };
}
