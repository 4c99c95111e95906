/**
 * The request with its body as a server gets it: a stream of bytes that come one piece after the other. The
 * body of Node's `Request` has ended before it is read, so that `read` with `min` fails, or it is no byte
 * stream.
 */
export function asReceived(request: Request): Request {
  if (request.body === null) return request;
  const reader = request.body.getReader();
  const body = new ReadableStream({
    type: "bytes",
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value.slice());
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Request(request, { body, duplex: "half" } as RequestInit);
}
