import { createServer, type Server as HttpServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import { type AnyDefinition, loadSync, type PackageDefinition } from "@grpc/proto-loader";
import { ReflectionService } from "@grpc/reflection";
import { HealthImplementation, protoPath as healthProto } from "grpc-health-check";
import type { Config } from "./config.ts";
import type { DeviceHost } from "./device/host.ts";
import { GalleryHost } from "./engine/gallery/host.ts";
import type { EnginePool } from "./engine/pool.ts";
import { createMetrics, createMetricsServer } from "./metrics.ts";
import { type AnsweredCall, createBackend, RPCS } from "./service/backend.ts";
import { Documents } from "./service/documents.ts";
import { codeName } from "./service/failures.ts";
import { nativeGuard, nativeServices } from "./service/native.ts";
import { ReadingMemory } from "./service/reading-memory.ts";
import { createGuard } from "./service/token.ts";
import { webListener } from "./service/web.ts";

/** Milliseconds that a connection may idle: longer than in a client's pool, so that the client closes. */
const KEEP_ALIVE = 75_000;
/** Milliseconds that streams without work, such as health watchers, have to end. */
const STREAM_GRACE = 500;

export interface Addresses {
  /** `host:port`. */
  readonly grpc: string;
  /** Base URLs. */
  readonly grpcWeb: string;
  readonly metrics: string;
}

export interface RunningServer {
  readonly addresses: Addresses;
  /** Stops taking calls, lets running ones finish within `drainLimit`, then closes listeners and engines. */
  stop(): Promise<void>;
}

interface ServerEvents {
  onFailure(answered: AnsweredCall): void;
  /** A call came with another token, or with none. */
  onTokenRefused(): void;
}

/**
 * Opens all listeners. Health says SERVING while an engine is up, and a device where nets run on devices, and
 * the service does not drain.
 */
export async function startServer(
  config: Config,
  pool: EnginePool,
  devices: DeviceHost,
  { onFailure, onTokenRefused }: ServerEvents,
): Promise<RunningServer> {
  const galleries = new GalleryHost(config);
  const readings = new ReadingMemory();
  const dependencies = { engines: pool, documents: new Documents(pool, readings), galleries };
  const metrics = createMetrics({ pool, galleries, readings });
  const serving = () => pool.accepting && pool.fleet.up > 0 && devices.serving;
  const backend = createBackend(dependencies, config.requestTimeout, (answered) => {
    metrics.answered(answered.method, codeName(answered.error), answered.seconds);
    if (answered.error !== undefined) onFailure(answered);
  });
  const guard = createGuard(config.tokens, onTokenRefused);
  const services = nativeServices(RPCS, backend);
  const health = createHealth(serving);
  const grpc = createGrpc(config, nativeGuard(guard));
  for (const { definition, implementation } of services) grpc.addService(definition, implementation);
  health.implementation.addToServer(grpc);
  new ReflectionService(describe()).addToServer(grpc);
  const listener = webListener(RPCS, backend, guard, config.maxMessageBytes);
  const web = config.tls === null ? createServer(listener) : createTlsServer(config.tls, listener);
  web.keepAliveTimeout = KEEP_ALIVE;
  const metricsServer = createMetricsServer(metrics, serving);
  pool.fleet.on("up", health.update);
  devices.on("up", health.update);
  health.update();
  const { host, metricsHost, ports } = config;
  const scheme = config.tls === null ? "http" : "https";
  const addresses = {
    grpc: `${bracketed(host)}:${await bind(grpc, config)}`,
    grpcWeb: `${scheme}://${bracketed(host)}:${await listen(web, host, ports.grpcWeb)}`,
    metrics: `http://${bracketed(metricsHost)}:${await listen(metricsServer, metricsHost, ports.metrics)}`,
  };
  return {
    addresses,
    async stop() {
      const drained = pool.drain(config.drainLimit);
      health.update();
      await drained;
      readings.clear();
      await Promise.all([closeGrpc(grpc), close(web)]);
      await galleries.close();
      await close(metricsServer);
    },
  };
}

function createGrpc({ maxMessageBytes }: Config, interceptor: ReturnType<typeof nativeGuard>): GrpcServer {
  return new GrpcServer({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
    interceptors: [interceptor],
  });
}

function createHealth(serving: () => boolean) {
  const names = ["", ...new Set(RPCS.map(({ method }) => method.parent.typeName))];
  const implementation = new HealthImplementation();
  const update = () => {
    for (const name of names) implementation.setStatus(name, serving() ? "SERVING" : "NOT_SERVING");
  };
  return { implementation, update };
}

/** The descriptors that reflection serves: our files' and the health service's. */
function describe(): PackageDefinition {
  const files = new Map<string, Buffer>();
  const add = ({ proto, dependencies }: (typeof RPCS)[number]["method"]["parent"]["file"]) => {
    files.set(proto.name, Buffer.from(toBinary(FileDescriptorProtoSchema, proto)));
    dependencies.forEach(add);
  };
  for (const { method } of RPCS) add(method.parent.file);
  // Reflection reads only the files of a definition.
  const own = { fileDescriptorProtos: [...files.values()] } as unknown as AnyDefinition;
  return { ...loadSync(healthProto), "selfsame.inference.v1": own };
}

function bind(server: GrpcServer, { host, ports, tls }: Config): Promise<number> {
  const credentials =
    tls === null
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ cert_chain: tls.cert, private_key: tls.key }]);
  return new Promise((resolve, reject) => {
    server.bindAsync(`${bracketed(host)}:${ports.grpc}`, credentials, (error, port) =>
      error === null ? resolve(port) : reject(error),
    );
  });
}

function listen(server: HttpServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

const bracketed = (host: string) => (host.includes(":") ? `[${host}]` : host);

async function closeGrpc(server: GrpcServer): Promise<void> {
  const force = setTimeout(() => server.forceShutdown(), STREAM_GRACE);
  await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  clearTimeout(force);
}

function close(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), STREAM_GRACE).unref();
  });
}
