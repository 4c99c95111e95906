import type { IncomingMessage } from "node:http";
import { Code, ConnectError } from "@connectrpc/connect";

/** Before a message: a byte of flags, and four bytes of its length. */
const PREFIX = 5;

/**
 * The one message of a request's body. Throws ConnectError: resource_exhausted over `most` bytes, as soon as
 * that is known; unimplemented for a compressed or a second message; invalid_argument for an incomplete one;
 * canceled if the connection breaks.
 */
export async function readMessage(request: IncomingMessage, most: number): Promise<Uint8Array> {
  const encoding = request.headers["grpc-encoding"] ?? "identity";
  if (encoding !== "identity") throw new ConnectError("messages are not compressed here", Code.Unimplemented);
  const body = await readBody(request, PREFIX + most);
  if (body.length < PREFIX) throw new ConnectError("the request has no message", Code.InvalidArgument);
  if (body[0] !== 0) throw new ConnectError("flags of a message are not known here", Code.Unimplemented);
  const end = PREFIX + body.readUInt32BE(1);
  if (end > body.length) throw new ConnectError("the message is cut off", Code.InvalidArgument);
  if (end < body.length) throw new ConnectError("a call takes one message", Code.Unimplemented);
  return body.subarray(PREFIX);
}

/** Bytes after the limit are read and discarded, so that the connection can be used again. */
function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    request.on("data", (piece: Buffer) => {
      length += piece.length;
      if (length <= most) return void pieces.push(piece);
      pieces.length = 0;
      reject(new ConnectError(`a message has ${most - PREFIX} bytes at most`, Code.ResourceExhausted));
    });
    request.once("end", () => resolve(Buffer.concat(pieces)));
    const broken = () => reject(new ConnectError("the connection broke", Code.Canceled));
    request.once("error", broken);
    request.once("close", broken);
  });
}
