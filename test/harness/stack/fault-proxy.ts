import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/**
 * Network faults. `pass`: none; `silent`: requests are accepted and dropped; `mute`: requests are forwarded
 * and their responses dropped, so that the work is done and the caller does not know; `drip`: responses
 * arrive at one byte a second; `refuse`: each connection is closed.
 */
export type Fault = "pass" | "silent" | "mute" | "drip" | "refuse";

const DRIP_MS = 1_000;

interface FaultProxy {
  readonly url: string;
  /** The target of new connections. */
  target: string;
  fault: Fault;
  close(): Promise<void>;
}

/**
 * A loopback proxy before a plain TCP service. When the fault changes, every connection that a fault
 * affected is closed, so that no caller continues with half a response.
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
      // Either end may fail at any time; `close` then ends the other one.
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
