import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

interface Answer {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A site of its own origin, which is closed after the tests. A path, without its query, is answered by its
 * text. By another name of this machine it is another site.
 */
export async function openSite(
  pages: (path: string) => string | Answer | undefined,
  name: "127.0.0.1" | "localhost" = "127.0.0.1",
) {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, "http://any").pathname;
    const page = pages(path);
    const { body, headers = {} } = typeof page === "object" ? page : { body: page };
    response.writeHead(body === undefined ? 404 : 200, {
      "content-type": `${path.endsWith(".js") ? "text/javascript" : "text/html"}; charset=utf-8`,
      "access-control-allow-origin": "*",
      ...headers,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, name, resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://${name}:${(server.address() as AddressInfo).port}` };
}
