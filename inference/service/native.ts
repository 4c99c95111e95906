import { type DescService, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import type { ConnectError } from "@connectrpc/connect";
import { setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import {
  type handleUnaryCall,
  Metadata,
  type MethodDefinition,
  ResponderBuilder,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  ServerListenerBuilder,
  type ServiceDefinition,
  type ServiceError,
  status,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import type { Backend } from "./backend.ts";
import { toConnectError } from "./failures.ts";
import type { Rpc } from "./rpc.ts";
import type { Guard } from "./settings.ts";

/**
 * Services that answer without a token: probes and tools have none, and these services return nothing
 * personal.
 */
const OPEN_SERVICES = ["/grpc.health.v1.", "/grpc.reflection."];

const DETAILS = "grpc-status-details-bin";

interface NativeService {
  readonly definition: ServiceDefinition;
  readonly implementation: UntypedServiceImplementation;
}

/** The RPCs as services of `@grpc/grpc-js`, made from their descriptors. */
export function nativeServices(rpcs: readonly Rpc[], backend: Backend): NativeService[] {
  const services = new Set<DescService>(rpcs.map(({ method }) => method.parent));
  return [...services].map((service) => {
    const own = rpcs.filter(({ method }) => method.parent === service);
    return {
      definition: Object.fromEntries(own.map((rpc) => [rpc.method.localName, definition(rpc)])),
      implementation: Object.fromEntries(own.map((rpc) => [rpc.method.localName, handler(rpc, backend)])),
    };
  });
}

function definition({ method }: Rpc): MethodDefinition<Message, Message> {
  return {
    path: `/${method.parent.typeName}/${method.name}`,
    originalName: method.localName,
    requestStream: false,
    responseStream: false,
    requestSerialize: (request) => Buffer.from(toBinary(method.input, request)),
    requestDeserialize: (bytes) => fromBinary(method.input, bytes),
    responseSerialize: (response) => Buffer.from(toBinary(method.output, response)),
    responseDeserialize: (bytes) => fromBinary(method.output, bytes),
  };
}

function handler(rpc: Rpc, backend: Backend): handleUnaryCall<Message, Message> {
  return (call, callback) => {
    const leaving = new AbortController();
    call.on("cancelled", () => leaving.abort());
    const left = Number(call.getDeadline()) - Date.now();
    const caller = {
      timeoutMs: Number.isFinite(left) ? left : undefined,
      signal: leaving.signal,
      header: (name: string) => call.metadata.get(name)[0]?.toString(),
    };
    backend(rpc, call.request, caller).then(
      (response) => callback(null, response),
      (error) => callback(toStatus(toConnectError(error))),
    );
  };
}

/** A `ConnectError` as grpc-js sends it: its details in `grpc-status-details-bin`. */
function toStatus(error: ConnectError): Partial<ServiceError> {
  const metadata = new Metadata();
  const details = setTrailerStatus(new Headers(), error).get(DETAILS);
  if (details !== null) metadata.set(DETAILS, Buffer.from(details, "base64"));
  return { code: error.code as number as status, details: error.rawMessage, metadata };
}

/** Identifies a connection while it is open. */
export interface Peer {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Receives calls that need no token, and calls that show it. */
interface Doorkeeper {
  /** Returns a function to call when the call has ended. */
  called(peer: Peer): () => void;
  know(peer: Peer): void;
}

/** Rejects calls without the token as soon as their metadata is in, before any message is read. */
export function nativeGuard(guard: Guard, doorkeeper: Doorkeeper): ServerInterceptor {
  return ({ path }, call) => {
    const peer = call.getConnectionInfo();
    const isOpen = OPEN_SERVICES.some((prefix) => path.startsWith(prefix));
    const listener = isOpen ? openListener(doorkeeper.called(peer)) : guardedListener(call, peer);
    return new ServerInterceptingCall(
      call,
      new ResponderBuilder().withStart((next) => next(listener)).build(),
    );
  };

  function guardedListener(call: ServerInterceptingCallInterface, peer: Peer) {
    return new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        if (guard(metadata.get("authorization")[0]?.toString())) {
          doorkeeper.know(peer);
          next(metadata);
        } else call.sendStatus({ code: status.UNAUTHENTICATED, details: "the token is missing or wrong" });
      })
      .build();
  }
}

/** grpc-js reports each stream's end in this way, however it ended. */
const openListener = (ended: () => void) => new ServerListenerBuilder().withOnCancel(ended).build();
