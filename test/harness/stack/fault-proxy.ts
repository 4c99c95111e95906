import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/**
 * What the network does: `pass` is none of it; `silent` takes requests and passes nothing on; `mute` passes
 * requests on and no answer back, so that what was asked is done and nobody learns of it; `drip` gives
 * answers at one byte a second; `refuse` ends each connection.
 */
export type Fault = "pass" | "silent" | "mute" | "drip" | "refuse";

const DRIP_MS = 1_000;

interface FaultProxy {
  readonly url: string;
  /** Where new connections go. */
  target: string;
  fault: Fault;
  close(): Promise<void>;
}

/**
 * A proxy on the loopback address before a service of plain TCP. A connection that a fault has touched is
 * ended when the next fault, or none, is set: nobody can go on with half an answer.
 */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let to = new URL(target);
  const sockets = new Set<Socket>();
  let fault: Fault = "pass";
  const server = createServer((client) => {
    if (fault === "refuse") return void client.destroy();
    const service = connect(Number(to.port), to.hostname);
    for (const socket of [client, service]) {
      sockets.add(socket);
      // Either end may break off at any time: then the other one is told by the same.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        service.destroy();
      });
    }
    client.on("data", (bytes) => {
      if (fault !== "silent") service.write(bytes);
    });
    service.on("data", (bytes) => {
      if (fault === "pass") client.write(bytes);
      else if (fault === "drip") drip(client, bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get target() {
      return to.href;
    },
    set target(next) {
      to = new URL(next);
    },
    get fault() {
      return fault;
    },
    set fault(next) {
      if (fault !== "pass" || next === "refuse") hangUp();
      fault = next;
    },
    async close() {
      hangUp();
      server.close();
      await once(server, "close");
    },
  };
}

/** Writes a byte a second, until the connection ends. */
function drip(socket: Socket, bytes: Buffer): void {
  if (socket.destroyed || bytes.length === 0) return;
  socket.write(bytes.subarray(0, 1));
  setTimeout(() => drip(socket, bytes.subarray(1)), DRIP_MS).unref();
}
