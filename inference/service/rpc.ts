import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { Galleries } from "../engine/gallery-host.ts";
import type { Call } from "../engine/job.ts";
import type { Engines } from "../engine/pool.ts";
import type { Documents } from "./documents.ts";

/** What does the work behind the RPCs. */
export interface Workers {
  readonly engines: Engines;
  readonly documents: Documents;
  readonly galleries: Galleries;
}

/** One call: until when its caller waits, and for whom it asks. */
export interface RpcCall extends Call {
  /** Opaque; null where the caller does not say: then nothing is kept for a later call. */
  readonly tenant: string | null;
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
