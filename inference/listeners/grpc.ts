import { createServer } from "node:net";
import { toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { type AnyDefinition, loadSync, type PackageDefinition } from "@grpc/proto-loader";
import { protoPath as healthProto } from "grpc-health-check";
import type { Config } from "../config.ts";
import { nativeGuard } from "../service/native.ts";
import type { Rpc } from "../service/rpc.ts";
import type { Guard } from "../service/settings.ts";
import type { Strangers } from "./strangers.ts";
import { listen } from "./web.ts";

/** Milliseconds that streams without work, such as health watchers, have to end. */
const STREAM_GRACE = 500;

export function createGrpcServer({ maxMessageBytes }: Config, guard: Guard, strangers: Strangers): Server {
  return new Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
    interceptors: [nativeGuard(guard, strangers)],
  });
}

/** The descriptors that reflection serves: our files' and the health service's. */
export function describe(rpcs: readonly Rpc[]): PackageDefinition {
  const files = new Map<string, Buffer>();
  const add = ({ proto, dependencies }: Rpc["method"]["parent"]["file"]) => {
    files.set(proto.name, Buffer.from(toBinary(FileDescriptorProtoSchema, proto)));
    dependencies.forEach(add);
  };
  for (const { method } of rpcs) add(method.parent.file);
  // Reflection reads only the files of a definition.
  const own = { fileDescriptorProtos: [...files.values()] } as unknown as AnyDefinition;
  return { ...loadSync(healthProto), "selfsame.inference.v1": own };
}

interface GrpcListener {
  /** `host:port`. */
  readonly address: string;
  /** Asks clients to open new connections for new calls, and closes the present ones in time. */
  drain(graceMs: number): void;
  close(): Promise<void>;
}

/** Listens for the server. */
export async function listenGrpc(
  server: Server,
  strangers: Strangers,
  { host, ports, tls }: Config,
): Promise<GrpcListener> {
  const credentials =
    tls === null
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(
          tls.clientCa,
          [{ cert_chain: tls.cert, private_key: tls.key }],
          tls.clientCa !== null,
        );
  const injector = server.createConnectionInjector(credentials);
  const listener = createServer((socket) => {
    strangers.accept(socket);
    injector.injectConnection(socket);
  });
  return {
    address: `${bracketed(host)}:${await listen(listener, host, ports.grpc)}`,
    drain: (graceMs) => injector.drain(graceMs),
    async close() {
      listener.close();
      const force = setTimeout(() => server.forceShutdown(), STREAM_GRACE);
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      clearTimeout(force);
    },
  };
}

export const bracketed = (host: string) => (host.includes(":") ? `[${host}]` : host);
