import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Longer than one call of each part that the edge checks. */
const PATIENCE_MS = 60_000;

/** An edge's answer about itself, such as on `/health`, with a generous time limit. */
export const askEdge = (url: string, path: string): Promise<Response> =>
  fetch(new URL(path, url), { signal: AbortSignal.timeout(PATIENCE_MS) });

interface Monitored {
  /** Address at which this process reaches the edge. */
  readonly url: string;
  metrics(): Promise<string>;
}

/** The monitoring listener's answer for one path. */
type Answer = readonly [status: number, text: string];

/**
 * `/metrics` for Prometheus. `/livez` for supervisors: 200 while workerd answers at all. `/readyz` for load
 * balancers: 200 while calls should be sent here. Inference has the same paths on its own address.
 */
export async function startMonitor(
  edge: Monitored,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const paths: Readonly<Record<string, () => Promise<Answer>>> = {
    "/metrics": async () => [200, await edge.metrics()],
    "/livez": async () => [(await isOk(edge.url, "/openapi.json")) ? 200 : 503, ""],
    "/readyz": async () => [(await isOk(edge.url, "/health")) ? 200 : 503, ""],
  };
  const server: Server = createServer(({ url = "" }, response) => {
    const answer = Object.hasOwn(paths, url) ? paths[url]!() : Promise.resolve([404, ""] as const);
    answer
      .catch((): Answer => [503, ""])
      .then(([status, text]) =>
        response.writeHead(status, { "content-type": "text/plain; version=0.0.4" }).end(text),
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${taken}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function isOk(url: string, path: string): Promise<boolean> {
  const answer = await askEdge(url, path);
  await answer.body?.cancel();
  return answer.ok;
}
