import { z } from "zod";
import { type Rule, togetherFaults } from "../../vocabulary/setting-faults.ts";
import { pairFaults, pemFile } from "./files.ts";
import { flag, isLoopback, MIB, port, text } from "./variables.ts";

/** Largest gRPC message in either direction: the edge's 25 MiB request limit and 1 MiB of framing. */
export const MAX_MESSAGE_BYTES = 26 * MIB;

/** Where the service listens, and its certificate. */
export const listenerVariables = {
  GRPC_HOST: text.default("127.0.0.1").describe("the address of both gRPC listeners"),
  GRPC_PORT: port(50_051).describe("the port of native gRPC; 0 takes any free port"),
  GRPC_WEB_PORT: port(50_052).describe("the port of gRPC-Web over HTTP/1.1; 0 takes any free port"),
  PLAINTEXT_BEYOND_LOOPBACK: flag.describe(
    "whether to listen beyond loopback without TLS: the network can then read faces and the token",
  ),
  METRICS_HOST: text
    .default("127.0.0.1")
    .describe(
      "the address of the metrics listener, such as 0.0.0.0 for a cluster's scraper; metrics name no tenant and no secret",
    ),
  METRICS_PORT: port(9_464).describe(
    "the port of /metrics, /livez and /readyz, without token or TLS; 0 takes any free port",
  ),
  TLS_CERT_FILE: pemFile("certificate")
    .optional()
    .describe("a PEM file with the certificate chain; turns on TLS for both gRPC listeners"),
  TLS_KEY_FILE: pemFile("private key")
    .optional()
    .describe("a PEM file with the private key; needed with TLS_CERT_FILE"),
  TLS_CLIENT_CA_FILE: pemFile("certificate")
    .optional()
    .describe("a PEM file with the CA of client certificates; turns on mutual TLS in addition to the token"),
};

const schema = z.object(listenerVariables);

interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Callers must show a certificate of this CA; null if they need none. */
  readonly clientCa: Buffer | null;
}

export interface ListenerSettings {
  readonly host: string;
  readonly metricsHost: string;
  readonly ports: { readonly grpc: number; readonly grpcWeb: number; readonly metrics: number };
  readonly tls: Tls | null;
  readonly maxMessageBytes: number;
}

/** Ports that are taken in this order; 0 is any, so that several may be 0. */
const PORTS = ["GRPC_PORT", "GRPC_WEB_PORT", "METRICS_PORT"] as const;

/** What is wrong with the settings of listeners together. */
export const LISTENER_RULES: readonly Rule<z.output<typeof schema>>[] = [
  (_, given) => togetherFaults(given, ["TLS_CERT_FILE", "TLS_KEY_FILE"]),
  (env) => pairFaults(["TLS_CERT_FILE", env.TLS_CERT_FILE], ["TLS_KEY_FILE", env.TLS_KEY_FILE]),
  ({ TLS_CERT_FILE: cert }, { TLS_CLIENT_CA_FILE: clientCa }) => ({
    TLS_CLIENT_CA_FILE:
      clientCa !== undefined && cert === undefined
        ? "needs TLS_CERT_FILE and TLS_KEY_FILE: set them, too"
        : null,
  }),
  ({ GRPC_HOST: host, TLS_CERT_FILE: cert, PLAINTEXT_BEYOND_LOOPBACK: isPlaintextAllowed }) => ({
    GRPC_HOST:
      cert === undefined && !isLoopback(host) && !isPlaintextAllowed
        ? `must be on loopback, not "${host}", or set TLS_CERT_FILE and TLS_KEY_FILE, or PLAINTEXT_BEYOND_LOOPBACK=1`
        : null,
  }),
  (env) =>
    Object.fromEntries(
      PORTS.map((name, i) => {
        const earlier = PORTS.slice(0, i).find((each) => env[name] !== 0 && env[each] === env[name]);
        return [name, earlier === undefined ? null : `must not be ${env[name]}, which is ${earlier}`];
      }),
    ),
];

export function listenerSettings(env: z.output<typeof schema>): ListenerSettings {
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key, TLS_CLIENT_CA_FILE: clientCa } = env;
  return {
    host: env.GRPC_HOST,
    metricsHost: env.METRICS_HOST,
    ports: { grpc: env.GRPC_PORT, grpcWeb: env.GRPC_WEB_PORT, metrics: env.METRICS_PORT },
    tls:
      cert !== undefined && key !== undefined
        ? {
            cert: Buffer.from(cert),
            key: Buffer.from(key),
            clientCa: clientCa === undefined ? null : Buffer.from(clientCa),
          }
        : null,
    maxMessageBytes: MAX_MESSAGE_BYTES,
  };
}
