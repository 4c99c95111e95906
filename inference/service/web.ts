import type { RequestListener } from "node:http";
import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import type { Backend, Caller } from "./backend.ts";
import type { Rpc } from "./rpc.ts";
import type { Guard } from "./token.ts";

/** The RPCs as gRPC-Web over HTTP/1.1, for callers that have only `fetch`. */
export function webListener(
  rpcs: readonly Rpc[],
  backend: Backend,
  guard: Guard,
  maxMessageBytes: number,
): RequestListener {
  return connectNodeAdapter({
    connect: false,
    grpc: false,
    readMaxBytes: maxMessageBytes,
    writeMaxBytes: maxMessageBytes,
    requestGate: ({ requestHeader }) => {
      if (guard(requestHeader.get("authorization") ?? undefined)) return;
      throw new ConnectError("the token is missing or wrong", Code.Unauthenticated);
    },
    routes: (router) => {
      for (const rpc of rpcs) {
        router.rpc(rpc.method, (request, context) =>
          backend(rpc, request, callerOf(context)).catch((error) => {
            throw endOf(context, error);
          }),
        );
      }
    },
  });
}

const callerOf = (context: HandlerContext): Caller => ({
  timeoutMs: context.timeoutMs(),
  signal: context.signal,
  header: (name) => context.requestHeader.get(name) ?? undefined,
});

/** Connect's own reason when it ended the call itself: its deadline passed, or the connection broke. */
function endOf({ signal: { reason } }: HandlerContext, error: ConnectError): ConnectError {
  if (!(reason instanceof ConnectError)) return error;
  const ended = new ConnectError(reason.rawMessage, reason.code);
  ended.details.push(...error.details);
  return ended;
}
