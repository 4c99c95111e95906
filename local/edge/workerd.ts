import { randomBytes } from "node:crypto";
import { Runtime } from "./supervision/runtime.ts";
import { TICK_GIVEN_UP_MS } from "./supervision/ticks.ts";
import { type EdgeOptions, SUPERVISOR, V8_FLAGS, workerOf } from "./worker-options.ts";

export interface RunningEdge {
  readonly url: string;
  /** Does the Worker's scheduled work once. */
  tick(): Promise<void>;
  /** The Worker's figures in Prometheus' text format. */
  metrics(): Promise<string>;
  /** Lets `/health` say that calls should go elsewhere. Every call is still answered. */
  leave(): Promise<void>;
  /** Resolves when workerd has ended and no other could be started. */
  readonly lost: Promise<Error>;
  /** Answers calls in progress for at most this time, and no new ones; then ends. */
  close(drainMs?: number): Promise<void>;
}

/** The Worker has its figures at hand, and the database must not hold them up for long. */
const SUPERVISOR_MS = 10_000;

/** Runs the Worker on workerd. Throws if the address cannot be had, or workerd does not start. */
export async function startEdge(options: EdgeOptions): Promise<RunningEdge> {
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= V8_FLAGS;
  const token = randomBytes(32).toString("base64url");
  const { host = "127.0.0.1", port } = options;
  const worker = await workerOf(options, { host, port }, token);
  const runtime = await Runtime.start(worker).catch((error: Error & { readonly code?: string }) => {
    if (error.code !== "ERR_ADDRESS_IN_USE") throw error;
    throw new Error(`cannot listen on ${host}, port ${port}: address already in use`, { cause: error });
  });
  const { miniflare } = runtime;
  const ask = async (method: string, path: string, limitMs = SUPERVISOR_MS) => {
    const supervisor = await miniflare.unsafeGetDirectURL("selfsame", SUPERVISOR);
    const answer = await fetch(new URL(path, supervisor), {
      method,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(limitMs),
    });
    if (!answer.ok) throw new Error(`the Worker answers ${answer.status} to ${path}`);
    return answer.text();
  };
  return {
    url: (await miniflare.unsafeGetDirectURL("selfsame")).origin,
    tick: async () => void (await ask("POST", "/tick", TICK_GIVEN_UP_MS)),
    metrics: () => ask("GET", "/metrics"),
    leave: async () => void (await ask("POST", "/leave")),
    lost: runtime.lost,
    close: (drainMs = 0) => runtime.close(drainMs),
  };
}
