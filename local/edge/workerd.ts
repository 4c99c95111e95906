import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from "miniflare";
import { FORBIDDEN_RANGES, UNASSIGNED_IPV6 } from "../../edge/webhooks/address/address-ranges.ts";
import { localWebhookSettings } from "../../edge/webhooks/settings.ts";
import { workerOptions } from "../bundle.ts";
import { answerDerivation } from "./password-host.ts";
import { childrenNow, drained } from "./supervision/drain.ts";

const V8_FLAGS = [
  // workerd frees what a request has taken outside of JavaScript's heap when V8 next collects, and without
  // these V8 collects rarely: its young generation is kept small, and it is told to care for space.
  ...["--max-semi-space-size=1", "--optimize-for-size"],
  // What an isolate frees is overwritten, and the Worker may ask for it: `edge/ports/freed-memory.ts`.
  ...["--clear-free-memory", "--zero-unused-memory", "--expose-gc"],
].join(" ");

/** PEM texts. */
export interface InferenceTls {
  /** The CAs that inference may show, and no others; absent for the public ones. */
  readonly ca?: string | undefined;
  /** What the edge shows inference. */
  readonly client?: { readonly certificateChain: string; readonly privateKey: string } | undefined;
}

export interface EdgeOptions {
  /** The bundled Worker, whose entrypoint `Supervisor` answers this process. */
  readonly script: string;
  /** The options of wrangler.toml; read from there when absent. */
  readonly options?: V4WorkerOptions;
  /** The address to listen on; loopback when absent. */
  readonly host?: string;
  readonly port: number;
  /** Folder in which the object store keeps its objects. */
  readonly mediaFolder: string;
  /** Variables and secrets of `edge/env.ts`, by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** How the edge and inference know each other; absent where inference shows a public CA's certificate. */
  readonly inferenceTls?: InferenceTls | undefined;
  /** PEM file of a CA that webhooks trust besides the usual ones. */
  readonly extraCaFile?: string | undefined;
}

export interface RunningEdge {
  readonly url: string;
  /** Runs the Worker's `scheduled` handler once. */
  tick(): Promise<void>;
  /** The Worker's figures in Prometheus' text format. */
  metrics(): Promise<string>;
  /** Lets `/health` say that calls should go elsewhere. Every call is still answered. */
  leave(): Promise<void>;
  /** Answers what is under way, for at most so long, and nothing new; then ends. */
  close(drainMs?: number): Promise<void>;
}

/** Tells the warnings of miniflare, to which a workerd that drains and ends has crashed. */
class RuntimeLog extends Log {
  isDraining = false;

  constructor() {
    super(LogLevel.WARN);
  }

  override warn(message: string): void {
    if (!this.isDraining) super.warn(message);
  }
}

/** The Worker's own entrypoint for the process that runs it. */
const SUPERVISOR = "Supervisor";
/** The Worker has its figures at hand, and the database must not hold them up for long. */
const SUPERVISOR_MS = 10_000;

/**
 * Runs the Worker on workerd with the options of wrangler.toml. Clients reach workerd's own socket without
 * miniflare's proxies, so that uploads stream.
 */
export async function startEdge(options: EdgeOptions): Promise<RunningEdge> {
  const declared = options.options ?? (await workerOptions());
  // The only way in which miniflare hands flags on.
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= V8_FLAGS;
  const token = randomBytes(32).toString("base64url");
  const others = await childrenNow();
  const log = new RuntimeLog();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...declared,
      name: "selfsame",
      modules: [{ type: "ESModule", path: options.script }],
      modulesRoot: dirname(options.script),
      bindings: { ...declared.bindings, ...options.variables, SUPERVISOR_TOKEN: token },
      serviceBindings: {
        ...declared.serviceBindings,
        PASSWORD_HOST: answerDerivation,
        WEBHOOK_EGRESS: { network: egress(options) },
        ...(options.inferenceTls === undefined
          ? {}
          : { INFERENCE_NETWORK: { network: inferenceNetwork(options.inferenceTls) } }),
      },
      resourcePersistencePath: options.mediaFolder,
      log,
      logRequests: false,
      cf: false,
      host: "127.0.0.1",
      port: 0,
      unsafeDirectSockets: [
        { host: options.host ?? "127.0.0.1", port: options.port },
        { host: "127.0.0.1", port: 0, entrypoint: SUPERVISOR },
      ],
    }),
  );
  const url = await miniflare.unsafeGetDirectURL();
  const supervisor = await miniflare.unsafeGetDirectURL("selfsame", SUPERVISOR);
  const ask = async (method: string, path: string) => {
    const answer = await fetch(new URL(path, supervisor), {
      method,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(SUPERVISOR_MS),
    });
    if (!answer.ok) throw new Error(`the Worker answers ${answer.status} to ${path}`);
    return answer.text();
  };
  return {
    url: url.origin,
    async tick() {
      const worker = await miniflare.getWorker();
      const { outcome } = await worker.scheduled();
      if (outcome !== "ok") throw new Error(`the scheduled handler ended with ${outcome}`);
    },
    metrics: () => ask("GET", "/metrics"),
    leave: async () => void (await ask("POST", "/leave")),
    async close(drainMs = 0) {
      log.isDraining = true;
      // One that crashed has been replaced since the start, under another id.
      const own = (await childrenNow()).filter((pid) => !others.includes(pid));
      if (drainMs > 0) await drained(own, drainMs);
      await miniflare.dispose();
    },
  };
}

/** The network for webhooks: it checks each address after DNS, at the time of the connection. */
function egress({ variables, extraCaFile }: EdgeOptions) {
  const { allowLocal } = localWebhookSettings(variables);
  return {
    allow: allowLocal ? ["public", "private", "local"] : ["public"],
    deny: [...FORBIDDEN_RANGES, ...UNASSIGNED_IPV6],
    tlsOptions: {
      trustBrowserCas: true,
      trustedCertificates: extraCaFile === undefined ? [] : [readFileSync(extraCaFile, "utf8")],
    },
  };
}

/** The network to inference, which may be anywhere: its addresses are the operator's own settings. */
function inferenceNetwork({ ca, client }: InferenceTls) {
  return {
    allow: ["public", "private", "local"],
    tlsOptions: {
      trustBrowserCas: ca === undefined,
      trustedCertificates: ca === undefined ? [] : [ca],
      ...(client === undefined ? {} : { keypair: client }),
    },
  };
}
