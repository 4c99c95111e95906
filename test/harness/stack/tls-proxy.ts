import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import { newAuthority } from "../certificates.ts";

export interface TlsProxy {
  /** `https://localhost:<port>` */
  readonly url: string;
  /** The certificate of the CA that clients trust, as PEM. */
  readonly ca: string;
  close(): Promise<void>;
}

/**
 * An operator's proxy: it ends TLS for `localhost`, forwards everything to this loopback port, and sends
 * the client's address in X-Forwarded-For, in place of the client's own value.
 */
export async function startTlsProxy(port: number): Promise<TlsProxy> {
  const { ca, leaf } = await newAuthority();
  const { cert, private: key } = await leaf();
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, url, headers, socket } = incoming;
    const forwarded = { ...headers, "x-forwarded-for": socket.remoteAddress };
    const onward = request({ host: "127.0.0.1", port, method, path: url, headers: forwarded }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      pipeline(answer, outgoing, () => {});
    });
    onward.on("error", () => void outgoing.writeHead(502).end());
    pipeline(incoming, onward, () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    ca,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
