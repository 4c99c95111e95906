import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server as NetServer } from "node:net";
import type { Config } from "../config.ts";

/** Milliseconds that a connection may idle: longer than in a client's pool, so that the client closes. */
const KEEP_ALIVE = 75_000;
/** Milliseconds that connections have to end once all answers are sent. */
const CLOSE_GRACE = 500;

/** A listener for HTTP/1.1 that can ask its clients to go elsewhere. */
interface WebServer {
  readonly server: Server;
  /** From now on each answer closes its connection: the client's next one may reach another host. */
  leave(): void;
}

export function createWebServer(listener: RequestListener, tls: Config["tls"]): WebServer {
  const open = new Set<ServerResponse>();
  let isLeaving = false;
  const answer: RequestListener = (request, response) => {
    response.shouldKeepAlive &&= !isLeaving;
    open.add(response);
    response.once("close", () => open.delete(response));
    listener(request, response);
  };
  const server = tls === null ? createServer(answer) : createTlsServer(tlsOptions(tls), answer);
  server.keepAliveTimeout = KEEP_ALIVE;
  return {
    server,
    leave() {
      isLeaving = true;
      for (const response of open) response.shouldKeepAlive = false;
      server.closeIdleConnections();
    },
  };
}

const tlsOptions = ({ cert, key, clientCa }: NonNullable<Config["tls"]>) =>
  clientCa === null
    ? { cert, key }
    : { cert, key, ca: clientCa, requestCert: true, rejectUnauthorized: true };

/** Resolves with the port. */
export function listen(server: NetServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), CLOSE_GRACE).unref();
  });
}
