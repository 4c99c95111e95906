import type { ServerResponse } from "node:http";
import { type Message, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { setTrailerStatus, trailerFlag, trailerSerialize } from "@connectrpc/connect/protocol-grpc-web";
import type { Rpc } from "../rpc.ts";

export const CONTENT_TYPE = "application/grpc-web+proto";

const MESSAGE = 0;
const OK = trailerSerialize(new Headers({ "grpc-status": "0" }));

/** Sends the answer of a call with status OK. Throws if the message cannot be encoded. */
export function reply(response: ServerResponse, { method }: Rpc, message: Message): void {
  const bytes = toBinary(method.output, message);
  send(response, [prefix(MESSAGE, bytes), bytes, prefix(trailerFlag, OK), OK]);
}

/** Sends an error. Only a ConnectError is sent with its message, since others could quote an answer. */
export function replyError(response: ServerResponse, error: unknown): void {
  const said = error instanceof ConnectError ? error : new ConnectError("internal error", Code.Internal);
  const trailer = new Headers();
  setTrailerStatus(trailer, said);
  const bytes = trailerSerialize(trailer);
  send(response, [prefix(trailerFlag, bytes), bytes]);
}

/** One write for all parts; nothing if the caller has gone. */
function send(response: ServerResponse, parts: readonly Uint8Array[]): void {
  if (response.destroyed) return;
  const body = Buffer.concat(parts);
  response.writeHead(200, { "content-type": CONTENT_TYPE, "content-length": body.length }).end(body);
}

function prefix(flags: number, { length }: Uint8Array): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt8(flags, 0);
  header.writeUInt32BE(length, 1);
  return header;
}
