import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { within } from "../../edge/outage.ts";
import { openListener } from "./supervision/listener.ts";
import type { Memory } from "./supervision/replacement.ts";
import { WorkerdProcess } from "./supervision/workerd-process.ts";
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

/** Tells the warnings of miniflare, to which a workerd that drains and ends has crashed. */
class RuntimeLog extends Log {
  isDraining = false;
  /** Called with why no workerd could be started in the place of one that has ended. */
  onFailure: (error: Error) => void = () => undefined;

  constructor() {
    super(LogLevel.WARN);
  }

  override warn(message: string): void {
    if (!this.isDraining) super.warn(message);
  }

  override error(error: Error & { readonly code?: string }): void {
    super.error(error);
    if (error.code === "ERR_RUNTIME_FAILURE") this.onFailure(error);
  }
}

/** The Worker has its figures at hand, and the database must not hold them up for long. */
const SUPERVISOR_MS = 10_000;
/** Far longer than a workerd takes to start on a busy machine. */
const START_MS = 60_000;
/** Milliseconds before each further try to start one. */
const TRIES_AFTER = [0, 500, 2_000];

/**
 * Runs the Worker on workerd. This process holds the socket that clients connect to: a workerd that ends, in
 * order or not, leaves them waiting for the next one, and refuses none.
 */
export async function startEdge(options: EdgeOptions): Promise<RunningEdge> {
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= V8_FLAGS;
  const token = randomBytes(32).toString("base64url");
  const { host = "127.0.0.1" } = options;
  const listener = await openListener(host, options.port);
  const workerd = new WorkerdProcess(listener);
  const log = new RuntimeLog();
  let back = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<Error>();
  const given = convertV4MiniflareOptions({
    ...(await workerOf(options, { host, port: listener.port }, token)),
    log,
    logRequests: false,
    cf: false,
    host: "127.0.0.1",
    port: 0,
    unsafeRuntimeEnv: workerd.environment,
    unsafeHandleRuntimeRestart: () => back.resolve(),
  });
  const miniflare = new Miniflare(given);
  // Miniflare starts another workerd for each that ends, and gives up where that one ends at once.
  log.onFailure = async (error) => {
    for (const ms of TRIES_AFTER) {
      await pause(ms);
      if (
        await miniflare.setOptions(given).then(
          () => true,
          () => false,
        )
      )
        return back.resolve();
    }
    lost.resolve(error);
    back.reject(error);
  };
  try {
    await miniflare.ready;
  } catch (error) {
    workerd.release();
    throw error;
  }
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
    async replace(drainMs) {
      back = Promise.withResolvers();
      back.promise.catch(() => undefined);
      log.isDraining = true;
      try {
        await workerd.end(drainMs);
        await within(START_MS, back.promise, () => new Error("workerd does not come back"));
      } finally {
        log.isDraining = false;
      }
    },
    lost: lost.promise,
    get pid() {
      return workerd.pid;
    },
    async close(drainMs = 0) {
      log.isDraining = true;
      workerd.release();
      if (drainMs > 0) await workerd.end(drainMs);
      await miniflare.dispose();
    },
  };
}
