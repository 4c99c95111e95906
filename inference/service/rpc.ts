import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { Galleries } from "../engine/gallery-host.ts";
import type { Engines } from "../engine/pool.ts";
import type { Documents } from "./documents.ts";
import type { RpcCall } from "./rpc-call.ts";

/** What does the work behind the RPCs. */
export interface Workers {
  readonly engines: Engines;
  readonly documents: Documents;
  readonly galleries: Galleries;
}

/** One RPC, the same for every transport: a message in, a message out. Throws `ConnectError` or `EngineFailure`. */
export interface Rpc {
  readonly method: DescMethodUnary;
  readonly serve: (request: never, workers: Workers, call: RpcCall) => Promise<unknown>;
}

/** Ties a function to the method whose messages it takes and answers. */
export function rpc<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  serve: (request: MessageShape<I>, workers: Workers, call: RpcCall) => Promise<MessageInitShape<O>>,
): Rpc {
  return { method, serve };
}
