import {
  create,
  type DescMessage,
  type DescMethodUnary,
  isMessage,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import type { Galleries } from "../engine/gallery/host.ts";
import type { Call } from "../engine/job.ts";
import type { Engines } from "../engine/pool.ts";

/** The parts of the service that RPCs call. */
export interface Dependencies {
  readonly engines: Engines;
  readonly galleries: Galleries;
}

/** One RPC, the same for every transport. */
export interface Rpc {
  readonly method: DescMethodUnary;
  /** A message in, a message out. Throws `ConnectError`, `ImageRefusedError` or `EngineFailure`. */
  serve(request: Message, dependencies: Dependencies, call: Call): Promise<Message>;
}

/** Ties a function to its method: it takes the request and gives the response as plain values. */
export function rpc<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  serve: (request: MessageShape<I>, dependencies: Dependencies, call: Call) => Promise<MessageInitShape<O>>,
): Rpc {
  return {
    method,
    async serve(request, dependencies, call) {
      if (!isMessage(request, method.input)) throw new TypeError(`${method.name} takes ${method.input.name}`);
      return create(method.output, await serve(request, dependencies, call));
    },
  };
}
