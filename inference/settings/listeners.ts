import { readFileSync } from "node:fs";
import { z } from "zod";
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
  TLS_CERT_FILE: text
    .optional()
    .describe("a PEM file with the certificate chain; turns on TLS for both gRPC listeners"),
  TLS_KEY_FILE: text.optional().describe("a PEM file with the private key; needed with TLS_CERT_FILE"),
  TLS_CLIENT_CA_FILE: text
    .optional()
    .describe("a PEM file with the CA of client certificates; turns on mutual TLS in addition to the token"),
};

const schema = z.object(listenerVariables);

interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Callers must show a certificate of this CA; null where they need none. */
  readonly clientCa: Buffer | null;
}

export interface ListenerSettings {
  readonly host: string;
  readonly metricsHost: string;
  readonly ports: { readonly grpc: number; readonly grpcWeb: number; readonly metrics: number };
  readonly tls: Tls | null;
  readonly maxMessageBytes: number;
}

/**
 * Throws an `Error` when only one of the two TLS files is named, when one of them cannot be read, and when
 * images of people would leave the machine without encryption that nobody asked for.
 */
export function listenerSettings(env: z.output<typeof schema>): ListenerSettings {
  if ((env.TLS_CERT_FILE === undefined) !== (env.TLS_KEY_FILE === undefined)) {
    throw new Error("settings: TLS_CERT_FILE and TLS_KEY_FILE go together");
  }
  if (env.TLS_CLIENT_CA_FILE !== undefined && env.TLS_CERT_FILE === undefined) {
    throw new Error("settings: TLS_CLIENT_CA_FILE goes with TLS_CERT_FILE and TLS_KEY_FILE");
  }
  const isEncrypted = env.TLS_CERT_FILE !== undefined;
  if (!isEncrypted && !isLoopback(env.GRPC_HOST) && !env.PLAINTEXT_BEYOND_LOOPBACK) {
    throw new Error(
      "settings: GRPC_HOST is beyond loopback: set TLS_CERT_FILE and TLS_KEY_FILE, or PLAINTEXT_BEYOND_LOOPBACK=1",
    );
  }
  return {
    host: env.GRPC_HOST,
    metricsHost: env.METRICS_HOST,
    ports: { grpc: env.GRPC_PORT, grpcWeb: env.GRPC_WEB_PORT, metrics: env.METRICS_PORT },
    tls:
      env.TLS_CERT_FILE !== undefined && env.TLS_KEY_FILE !== undefined
        ? {
            cert: readFileSync(env.TLS_CERT_FILE),
            key: readFileSync(env.TLS_KEY_FILE),
            clientCa: env.TLS_CLIENT_CA_FILE === undefined ? null : readFileSync(env.TLS_CLIENT_CA_FILE),
          }
        : null,
    maxMessageBytes: MAX_MESSAGE_BYTES,
  };
}
