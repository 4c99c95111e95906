import type { CheckEdge } from "../harness/edge/check-edge.ts";
import { documentCheck } from "../harness/edge/test-edge.ts";

/**
 * A `fetch` that leads into the edge of this process, and holds each answer against the OpenAPI document.
 * `seen` gets each request's method, path and query.
 */
export function edgeFetch(edge: CheckEdge, seen: string[] = []): typeof fetch {
  return async (url, init) => {
    const request = new Request(url, init);
    const { pathname, search } = new URL(request.url);
    const { method } = request;
    seen.push(`${method} ${pathname}${search}`);
    const headers = new Headers(request.headers);
    const bytes = await request.arrayBuffer();
    // `Request` leaves it to the connection.
    if (bytes.byteLength > 0) headers.set("content-length", `${bytes.byteLength}`);
    const body = bytes.byteLength > 0 ? { body: bytes } : {};
    const answer = await edge.fetch(new Request(request.url, { method, headers, ...body }));
    const credential = headers.get("authorization")?.replace("Bearer ", "");
    const { status } = answer;
    const text = await answer.clone().text();
    documentCheck.check({
      method,
      path: pathname + search,
      credential,
      status,
      headers: answer.headers,
      text,
    });
    return answer;
  };
}
