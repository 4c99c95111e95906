import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Code, ConnectError, createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import { createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { readConfig } from "#inference/config.ts";
import type { ServerEvent } from "#inference/gallery/gallery-index.ts";
import { GpuWorkerHost } from "#inference/gpu-worker/host.ts";
import { type RunningServer, startServer } from "#inference/server.ts";
import type { AnsweredCall } from "#inference/service/backend.ts";
import { WorkerFleet } from "#inference/workers/fleet.ts";
import { WorkerPool } from "#inference/workers/pool.ts";
import { DocumentService } from "#proto/gen/selfsame/inference/v1/document_service_pb.js";
import { ErasureService } from "#proto/gen/selfsame/inference/v1/erasure_service_pb.js";
import { FaceService } from "#proto/gen/selfsame/inference/v1/face_service_pb.js";
import { GalleryService } from "#proto/gen/selfsame/inference/v1/gallery_service_pb.js";
import { ModelService } from "#proto/gen/selfsame/inference/v1/model_service_pb.js";
import type { Command } from "./scripted-worker.ts";

export const TOKEN = "a-token-of-the-tests-of-32-characters";

export interface Serving extends RunningServer {
  readonly pool: WorkerPool;
  readonly token: string;
  readonly failures: AnsweredCall[];
  readonly served: ServerEvent[];
  /** A file with a byte for each call that a worker began past its deadline. */
  readonly begunLate: string;
  /** Calls with another token, or with none. */
  refusedTokens(): number;
}

/**
 * The real server, on free ports, over workers that follow a request's bytes (see `scripted-worker.ts`).
 */
export async function serveScripted(environment: Record<string, string> = {}): Promise<Serving> {
  const folder = mkdtempSync(join(tmpdir(), "selfsame-server-"));
  const [starts, begunLate] = [join(folder, "starts"), join(folder, "begun-late")];
  for (const file of [starts, begunLate]) writeFileSync(file, "");
  const free = { GRPC_PORT: "0", GRPC_WEB_PORT: "0", METRICS_PORT: "0", LAME_DUCK: "0", WORKERS: "2" };
  const config = readConfig({ INFERENCE_TOKEN: TOKEN, ...free, ...environment });
  const path = join(import.meta.dirname, "scripted-worker.ts");
  const script = { path, argument: JSON.stringify({ starts, begunLate }) };
  const fleet = new WorkerFleet(script, config.workers);
  const pool = new WorkerPool(fleet, config);
  await fleet.start();
  const failures: AnsweredCall[] = [];
  const served: ServerEvent[] = [];
  let refusedTokens = 0;
  const server = await startServer(config, pool, new GpuWorkerHost(config), {
    onFailure: (answered) => void failures.push(answered),
    onTokenRefused: () => void refusedTokens++,
    onGalleryServer: (event) => void served.push(event),
  });
  const stop = () => server.stop().finally(() => rmSync(folder, { recursive: true }));
  return {
    addresses: server.addresses,
    token: TOKEN,
    stop,
    pool,
    failures,
    served,
    begunLate,
    refusedTokens: () => refusedTokens,
  };
}

/** A scripted worker's command as an image, padded to a number of bytes. */
export const command = (what: Command, bytes = 0) => ({
  content: Buffer.from(JSON.stringify(what).padEnd(bytes)),
});

/** Clients of all services over one transport. */
export function clientsOver(transport: Transport) {
  return {
    face: createClient(FaceService, transport),
    document: createClient(DocumentService, transport),
    gallery: createClient(GalleryService, transport),
    model: createClient(ModelService, transport),
    erasure: createClient(ErasureService, transport),
  };
}

/** How a call ends: "ok", or the name of its gRPC code. */
export const codeOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => "ok",
    (error: unknown) => Code[ConnectError.from(error).code],
  );

/** Sends a token, or none. */
export const withToken =
  (token: string | null): Interceptor =>
  (next) =>
  (request) => {
    if (token !== null) request.header.set("authorization", `Bearer ${token}`);
    return next(request);
  };

/** The two transports that the service answers, by name. */
export const TRANSPORTS = {
  "native gRPC": ({ addresses }: Pick<RunningServer, "addresses">, token: string | null = TOKEN) =>
    createGrpcTransport({ baseUrl: `http://${addresses.grpc}`, interceptors: [withToken(token)] }),
  "gRPC-Web": ({ addresses }: Pick<RunningServer, "addresses">, token: string | null = TOKEN) =>
    createGrpcWebTransport({
      baseUrl: addresses.grpcWeb,
      httpVersion: "1.1",
      interceptors: [withToken(token)],
    }),
} as const;
