import { createServer, type Server } from "node:http";
import type { Metrics } from "./metrics.ts";

/**
 * `/metrics` for Prometheus. `/livez` for supervisors: 200 while the process answers at all. `/readyz` for
 * load balancers: 200 while calls should be sent here, else 503. `/healthz` is the former name of `/readyz`.
 */
export function createMonitoringServer(
  { registry }: Pick<Metrics, "registry">,
  ready: () => boolean,
): Server {
  const readiness = () => (ready() ? ([200, "ready\n"] as const) : ([503, "not ready\n"] as const));
  const paths: Readonly<Record<string, () => readonly [status: number, text: string]>> = {
    "/livez": () => [200, "alive\n"],
    "/readyz": readiness,
    "/healthz": readiness,
  };
  return createServer((request, response) => {
    const { url = "" } = request;
    const [status, text] = (Object.hasOwn(paths, url) ? paths[url] : undefined)?.() ?? [404, ""];
    if (url !== "/metrics") {
      response.writeHead(status).end(text);
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
