import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { z } from "zod";
import type { SessionOptions } from "./runtime/session.ts";

/** Largest gRPC message in either direction: the edge's 25 MiB request limit and 1 MiB of framing. */
export const MAX_MESSAGE_BYTES = 26 * 1024 * 1024;

const port = (usual: number) => z.coerce.number().int().min(0).max(65_535).default(usual);
const count = (least: number, most: number, usual: number) =>
  z.coerce.number().int().min(least).max(most).default(usual);
const flag = z.stringbool().default(false);
const seconds = (usual: number) => z.coerce.number().positive().max(3_600).default(usual);

/** Every setting with its line of `--help`. */
const SETTINGS = z.object({
  INFERENCE_TOKEN: z
    .string()
    .min(32)
    .describe("shared secret, at least 32 characters, that every call carries as `authorization: Bearer`"),
  GRPC_HOST: z.string().min(1).default("127.0.0.1").describe("address that both gRPC listeners bind to"),
  GRPC_PORT: port(50_051).describe("native gRPC; 0 takes any free port"),
  GRPC_WEB_PORT: port(50_052).describe("gRPC-Web over HTTP/1.1; 0 takes any free port"),
  METRICS_HOST: z.string().min(1).default("127.0.0.1").describe("address that the metrics listener binds to"),
  METRICS_PORT: port(9_464).describe("/metrics and /healthz, without a token; 0 takes any free port"),
  MODELS_DIR: z.string().min(1).default(".local/models").describe("folder of the prepared model pack"),
  ENGINES: count(1, 256, availableParallelism()).describe("engine processes"),
  EXECUTION_PROVIDER: z.enum(["cpu", "cuda"]).default("cpu").describe("where the nets run: cpu or cuda"),
  CUDA_DEVICE_ID: count(0, 1_023, 0).describe("GPU that the engines use"),
  CUDA_FALLBACK: flag.describe("true: run on the CPU when CUDA cannot be had, instead of refusing to start"),
  INTRA_OP_THREADS: count(1, 256, 1).describe("threads of one engine within a net"),
  QUEUE_LIMIT: count(0, 10_000, 32).describe(
    "requests that may wait for an engine, each side of a document by itself; more are refused",
  ),
  GALLERY_MEMORY: count(1, 8_192, 2_048).describe(
    "MiB that galleries may take; about 1.4 KiB a face of 256 dimensions",
  ),
  REQUEST_TIMEOUT: seconds(30).describe(
    "seconds that a call may take when its client sets no shorter deadline",
  ),
  RUN_LIMIT: seconds(60).describe("seconds after which an engine that has not answered is killed"),
  DRAIN_LIMIT: seconds(30).describe("seconds that running calls are given after SIGTERM"),
  TLS_CERT_FILE: z.string().min(1).optional().describe("PEM certificate chain; TLS on both gRPC listeners"),
  TLS_KEY_FILE: z.string().min(1).optional().describe("PEM private key; goes with TLS_CERT_FILE"),
});

export interface Config {
  readonly token: string;
  readonly host: string;
  readonly metricsHost: string;
  readonly ports: { readonly grpc: number; readonly grpcWeb: number; readonly metrics: number };
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  readonly modelsDir: string;
  readonly session: SessionOptions;
  readonly engines: number;
  readonly queueLimit: number;
  /** Bytes. */
  readonly galleryMemory: number;
  readonly maxMessageBytes: number;
  /** Milliseconds. */
  readonly requestTimeout: number;
  readonly runLimit: number;
  readonly drainLimit: number;
}

/** Reads the settings from an environment. Throws an `Error` that names each wrong one, never its value. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = SETTINGS.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new Error(`settings: ${faults.join("; ")}`);
  }
  const env = parsed.data;
  if ((env.TLS_CERT_FILE === undefined) !== (env.TLS_KEY_FILE === undefined)) {
    throw new Error("settings: TLS_CERT_FILE and TLS_KEY_FILE go together");
  }
  return {
    token: env.INFERENCE_TOKEN,
    host: env.GRPC_HOST,
    metricsHost: env.METRICS_HOST,
    ports: { grpc: env.GRPC_PORT, grpcWeb: env.GRPC_WEB_PORT, metrics: env.METRICS_PORT },
    tls:
      env.TLS_CERT_FILE !== undefined && env.TLS_KEY_FILE !== undefined
        ? { cert: readFileSync(env.TLS_CERT_FILE), key: readFileSync(env.TLS_KEY_FILE) }
        : null,
    modelsDir: env.MODELS_DIR,
    session: {
      provider: env.EXECUTION_PROVIDER,
      deviceId: env.CUDA_DEVICE_ID,
      fallbackToCpu: env.CUDA_FALLBACK,
      intraOpThreads: env.INTRA_OP_THREADS,
    },
    engines: env.ENGINES,
    queueLimit: env.QUEUE_LIMIT,
    galleryMemory: env.GALLERY_MEMORY * 1024 * 1024,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    requestTimeout: env.REQUEST_TIMEOUT * 1_000,
    runLimit: env.RUN_LIMIT * 1_000,
    drainLimit: env.DRAIN_LIMIT * 1_000,
  };
}

/** The text of `--help`: every setting, its default and its meaning. */
export function describeConfig(): string {
  const lines = Object.entries(SETTINGS.shape).map(([name, schema]) => {
    const usual = schema.safeParse(undefined);
    const value = usual.success ? (usual.data === undefined ? "unset" : String(usual.data)) : "required";
    return `  ${name.padEnd(20)}${value.padEnd(16)}${schema.description}`;
  });
  return ["Usage: node inference/main.ts", "", "Settings, from the environment:", ...lines, ""].join("\n");
}
