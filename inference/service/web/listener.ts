import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { fromBinary, type Message } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { parseTimeout } from "@connectrpc/connect/protocol-grpc-web";
import type { Backend, Caller } from "../backend.ts";
import type { Rpc } from "../rpc.ts";
import type { Guard } from "../settings.ts";
import { CONTENT_TYPE, reply, replyError } from "./reply.ts";
import { readMessage } from "./request-message.ts";

/** Content types of gRPC-Web whose messages are protobuf's binary form. */
const CONTENT_TYPES: readonly (string | undefined)[] = [CONTENT_TYPE, "application/grpc-web"];

/**
 * The RPCs as gRPC-Web over HTTP/1.1, for callers that have only `fetch`: one message each way, not
 * compressed. Connect's adapter, which also streams, took four times the processor time of a call
 * (`docs/project/decisions/01-grpc-web-to-the-edge.md`).
 */
export function webListener(
  rpcs: readonly Rpc[],
  backend: Backend,
  guard: Guard,
  maxMessageBytes: number,
): RequestListener {
  const paths = new Map(rpcs.map((rpc) => [`/${rpc.method.parent.typeName}/${rpc.method.name}`, rpc]));
  const answer = async (rpc: Rpc, request: IncomingMessage, response: ServerResponse): Promise<Message> => {
    if (!guard(request.headers.authorization)) {
      throw new ConnectError("the token is missing or wrong", Code.Unauthenticated);
    }
    const caller = callerOf(request, response);
    const bytes = await readMessage(request, maxMessageBytes);
    return backend(rpc, parsed(rpc, bytes), caller);
  };
  return (request, response) => {
    const rpc = paths.get(request.url ?? "");
    const refusal = rpc === undefined ? 404 : refusalOf(request);
    if (rpc === undefined || refusal !== undefined) return void response.writeHead(refusal ?? 404).end();
    answer(rpc, request, response)
      .then((message) => reply(response, rpc, message))
      .catch((error: unknown) => replyError(response, error));
  };
}

/** The HTTP status of a request that is no binary gRPC-Web call. */
function refusalOf({ method, headers }: IncomingMessage): number | undefined {
  if (method !== "POST") return 405;
  return CONTENT_TYPES.includes(headers["content-type"]) ? undefined : 415;
}

/** Why a call's signal has fired; an error of its own for each would cost a stack. */
const LEFT = new Error("the caller went away");

/** Throws ConnectError invalid_argument for an invalid timeout. The timeout runs from the header on. */
function callerOf({ headers }: IncomingMessage, response: ServerResponse): Caller {
  const leaving = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) leaving.abort(LEFT);
  });
  const { timeoutMs, error } = parseTimeout(
    textOf(headers["grpc-timeout"]) ?? null,
    Number.POSITIVE_INFINITY,
  );
  if (error !== undefined) throw error;
  const arrived = performance.now();
  return {
    get timeoutMs() {
      return timeoutMs === undefined ? undefined : timeoutMs - (performance.now() - arrived);
    },
    signal: leaving.signal,
    header: (name) => textOf(headers[name]),
  };
}

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(", ") : value);

function parsed({ method }: Rpc, bytes: Uint8Array): Message {
  try {
    return fromBinary(method.input, bytes);
  } catch {
    // The parser's error is left out, because it could quote the message.
    throw new ConnectError(`the message is no ${method.input.name}`, Code.InvalidArgument);
  }
}
