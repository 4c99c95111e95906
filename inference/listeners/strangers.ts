import type { Socket } from "node:net";
import type { Peer } from "../service/native.ts";

interface Stranger {
  readonly socket: Socket;
  readonly expiry: NodeJS.Timeout;
  calls: number;
}

/** More probes than a host has. */
const MOST_CONNECTIONS = 64;
/** Concurrent calls on one connection: a probe makes one, or watches each service. */
const MOST_CALLS = 16;
const LONGEST_MS = 10 * 60_000;

/**
 * Connections that have shown no token: probes, tools and any other client that reaches the port. A new
 * connection is always accepted and replaces the oldest, so that no caller keeps a probe out by holding
 * connections.
 */
export class Strangers {
  readonly #open = new Map<string, Stranger>();

  accept(socket: Socket): void {
    const name = nameOf(socket);
    const expiry = setTimeout(() => socket.destroy(), LONGEST_MS).unref();
    const stranger = { socket, expiry, calls: 0 };
    this.#open.set(name, stranger);
    socket.once("close", () => {
      // A socket that was reset may close only after the next one has come from its port.
      if (this.#open.get(name) === stranger) this.#forget(name);
    });
    const [oldest] = this.#open.values();
    if (this.#open.size > MOST_CONNECTIONS) oldest!.socket.destroy();
  }

  /** A call without a token arrived. Returns a function to call when it has ended. */
  called(peer: Peer): () => void {
    const stranger = this.#open.get(nameOf(peer));
    if (stranger === undefined) return () => undefined;
    if (++stranger.calls > MOST_CALLS) stranger.socket.destroy();
    return () => void stranger.calls--;
  }

  /** A call came that showed the token: its connection is not ended to make room. */
  know(peer: Peer): void {
    this.#forget(nameOf(peer));
  }

  #forget(name: string): void {
    clearTimeout(this.#open.get(name)?.expiry);
    this.#open.delete(name);
  }
}

const nameOf = ({ remoteAddress, remotePort }: Peer) => `${remoteAddress} ${remotePort}`;
