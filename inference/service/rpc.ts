import {
  create,
  type DescMessage,
  type DescMethodUnary,
  isMessage,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Image } from "../../proto/gen/selfsame/inference/v1/common_pb.js";
import type { Galleries } from "../workers/gallery-host.ts";
import type { Call } from "../workers/job.ts";
import type { Workers } from "../workers/pool.ts";

/** The parts of the service that RPCs call. */
export interface Dependencies {
  readonly workers: Workers;
  readonly galleries: Galleries;
}

/** One RPC, the same for every transport. */
export interface Rpc {
  readonly method: DescMethodUnary;
  /** A message in, a message out. Throws `ConnectError`, `ImageRefusedError` or `WorkerFailure`. */
  serve(request: Message, dependencies: Dependencies, call: Call): Promise<Message>;
}

/** Binds a function to its method: it takes the request and returns the response as plain values. */
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

/** Contract §4.1: 10 MiB an image. */
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** The upload in a request. Throws INVALID_ARGUMENT when the field is absent or over 10 MiB. */
export function imageContent(image: Image | undefined, field: string): Uint8Array {
  if (image === undefined) throw new ConnectError(`${field} is missing`, Code.InvalidArgument);
  if (image.content.length > MAX_IMAGE_BYTES) {
    throw new ConnectError(`${field} is over ${MAX_IMAGE_BYTES} bytes`, Code.InvalidArgument);
  }
  return image.content;
}

/** `shown` of an answer: the image as it was judged, if the request asks for it. */
export async function shownOf(
  image: Image | undefined,
  workers: Workers,
  call: Call,
): Promise<{ shown?: Uint8Array }> {
  return image?.show === true ? { shown: await workers.run("show", image.content, call) } : {};
}
