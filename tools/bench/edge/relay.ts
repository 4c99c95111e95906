import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export interface Relay {
  readonly url: string;
  /** Milliseconds that a question and its answer take more from now on. */
  roundTripMs: number;
  /** Connections since the last call. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * A line with a delay before an HTTP server of this machine: what goes in comes out half a round trip later,
 * in order, and a new connection costs one more. It has neither loss nor a limit of speed, so that an upload
 * takes one round trip, where TCP's slow start takes several on a cold connection.
 */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  let count = 0;
  const open = new Set<Socket>();
  const relay = { roundTripMs: 0 };
  const server = createServer((near) => {
    count++;
    const far = connect(Number(port), hostname);
    for (const each of [near, far]) {
      open.add(each.setNoDelay(true));
      each.on("error", () => each.destroy()).on("close", () => open.delete(each));
    }
    const handshakeMs = relay.roundTripMs;
    const since = performance.now();
    const pass = (from: Socket, to: Socket, opensMs: number) => {
      const later = (work: () => void) => {
        const opening = Math.max(0, opensMs - (performance.now() - since));
        const delayMs = opening + relay.roundTripMs / 2;
        // A timer of no time takes a millisecond, which would make the near look far.
        if (delayMs === 0) work();
        else setTimeout(work, delayMs);
      };
      from.on("data", (chunk) => later(() => void (to.destroyed || to.write(chunk))));
      from.on("end", () => later(() => void to.end()));
    };
    pass(near, far, handshakeMs);
    pass(far, near, 0);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(relay, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections() {
      const taken = count;
      count = 0;
      return taken;
    },
    async close() {
      for (const each of open) each.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
