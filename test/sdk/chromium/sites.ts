import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A site of its own origin; a path is answered by its text. */
export async function openSite(pages: (path: string) => string | undefined) {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, "http://any").pathname;
    const body = pages(path);
    const type = path.endsWith(".js") ? "text/javascript" : "text/html";
    response.writeHead(body === undefined ? 404 : 200, {
      "content-type": `${type}; charset=utf-8`,
      "access-control-allow-origin": "*",
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, close };
}
