import { toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { type AnyDefinition, loadSync, type PackageDefinition } from "@grpc/proto-loader";
import { protoPath as healthProto } from "grpc-health-check";
import type { Config } from "../config.ts";
import { nativeGuard } from "../service/native.ts";
import type { Rpc } from "../service/rpc.ts";
import type { Guard } from "../service/token.ts";

/** Milliseconds that streams without work, such as health watchers, have to end. */
const STREAM_GRACE = 500;

export function createGrpcServer({ maxMessageBytes }: Config, guard: Guard): Server {
  return new Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
    interceptors: [nativeGuard(guard)],
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

/** Resolves with `host:port`. */
export function bind(server: Server, { host, ports, tls }: Config): Promise<string> {
  const credentials =
    tls === null
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(
          tls.clientCa,
          [{ cert_chain: tls.cert, private_key: tls.key }],
          tls.clientCa !== null,
        );
  return new Promise((resolve, reject) => {
    server.bindAsync(`${bracketed(host)}:${ports.grpc}`, credentials, (error, port) =>
      error === null ? resolve(`${bracketed(host)}:${port}`) : reject(error),
    );
  });
}

export const bracketed = (host: string) => (host.includes(":") ? `[${host}]` : host);

export async function closeGrpc(server: Server): Promise<void> {
  const force = setTimeout(() => server.forceShutdown(), STREAM_GRACE);
  await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  clearTimeout(force);
}
