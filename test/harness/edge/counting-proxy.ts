import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface CountingProxy {
  readonly url: string;
  /** Requests counted since the last call: for a database over HTTP, its round trips. */
  taken(): number;
  close(): Promise<void>;
}

/**
 * A proxy before an HTTP server on this machine that passes everything on, and counts requests by their body.
 */
export async function startCountingProxy(
  target: string,
  counts: (body: string) => boolean = () => true,
): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: true });
  let count = 0;
  const server: Server = createServer(async (incoming, outgoing) => {
    const { method, headers } = incoming;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (counts(body.toString())) count++;
    const onward = request(new URL(incoming.url ?? "/", target), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken() {
      const taken = count;
      count = 0;
      return taken;
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
