import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { Galleries } from "../workers/gallery-host.ts";
import type { Call } from "../workers/job.ts";
import type { Engines } from "../workers/pool.ts";

/** What does the work behind the RPCs. */
export interface Workers {
  readonly engines: Engines;
  readonly galleries: Galleries;
}

/** One RPC, the same for every transport: a message in, a message out. Throws `ConnectError` or `EngineFailure`. */
export interface Rpc {
  readonly method: DescMethodUnary;
  readonly serve: (request: never, workers: Workers, call: Call) => Promise<unknown>;
}

/** Ties a function to the method whose messages it takes and answers. */
export function rpc<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  serve: (request: MessageShape<I>, workers: Workers, call: Call) => Promise<MessageInitShape<O>>,
): Rpc {
  return { method, serve };
}
