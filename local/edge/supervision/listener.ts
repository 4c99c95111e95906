import { spawn } from "node:child_process";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import net from "node:net";
import { text } from "node:stream/consumers";
import { getSystemErrorMessage } from "node:util";

/** Node's own object of a socket, as far as it is used here: it can be handed to a child process. */
interface SocketHandle {
  /** Returns 0, or the number of an error below 0. */
  getsockname(to: Partial<{ address: string; family: string; port: number }>): number;
  close(): void;
}

/** A socket that listens and of which this process takes no connection: they wait for who inherits it. */
export interface Listener {
  /** Its address, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly port: number;
  readonly handle: SocketHandle;
  /** Gives this process's hold of it up. */
  close(): void;
}

/** Connections that may wait while nobody takes them, as far as the system lets them (`somaxconn`). */
const BACKLOG = 4_096;

/** Of Node's own cluster: binds, and does not listen, which would take connections. */
const { _createServerHandle: bind } = net as unknown as {
  _createServerHandle(address: string, port: number, family: 4 | 6, fd: -1): SocketHandle | number;
};

/**
 * Lets a socket listen and leaves before it could take a connection. That it listens belongs to the socket,
 * and not to the process that has asked for it.
 */
const LISTEN = `require("node:net").createServer()
  .on("error", ({ errno }) => { process.stderr.write(String(errno)); process.exit(1); })
  .listen({ fd: 3, backlog: ${BACKLOG} }, () => process.exit(0));`;

/**
 * Opens a listening socket of this process; port 0: any free one. Throws where the address cannot be had,
 * naming the reason, such as "address already in use".
 */
export async function openListener(host: string, port: number): Promise<Listener> {
  const { address, family } = await lookup(host);
  const refused = (error: number) =>
    new Error(`cannot listen on ${host}, port ${port}: ${getSystemErrorMessage(error)}`);
  const handle = bind(address, port, family === 6 ? 6 : 4, -1);
  if (typeof handle === "number") throw refused(handle);
  const bound = { port };
  const error = handle.getsockname(bound) || (await listen(handle));
  if (error !== 0) {
    handle.close();
    throw refused(error);
  }
  return {
    url: `http://${family === 6 ? `[${address}]` : address}:${bound.port}`,
    port: bound.port,
    handle,
    close: () => handle.close(),
  };
}

/** Returns 0, or the number of an error below 0. */
async function listen(handle: SocketHandle): Promise<number> {
  const child = spawn(process.execPath, ["-e", LISTEN], {
    env: {},
    stdio: ["ignore", "ignore", "pipe", handle as never],
  });
  const [[code], said] = await Promise.all([once(child, "close"), text(child.stderr!)]);
  if (code === 0) return 0;
  if (Number(said) < 0) return Number(said);
  throw new Error(`the process that lets a socket listen ended with ${code}: ${said}`);
}
