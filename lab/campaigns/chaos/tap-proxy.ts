import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

/** The place of a statement: before the database, answered by it, or answered to the edge. */
export type Stage<Kind extends string> = `${Kind} ${"arrives" | "committed" | "answered"}`;

/** Statements by a text that identifies their SQL. */
type Kinds<Kind extends string> = Readonly<Record<Kind, string>>;

interface TapProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A proxy between the edge and its database that passes everything on, and waits at each stage for `tap`.
 * While the database is down, the proxy is down too.
 */
export async function startTapProxy<Kind extends string>(
  target: string,
  kinds: Kinds<Kind>,
  tap: (stage: Stage<Kind>) => Promise<void>,
): Promise<TapProxy> {
  const agent = new Agent({ keepAlive: false });
  const server = createServer(async (incoming, outgoing) => {
    try {
      const body = await read(incoming);
      const kind = kindOf(body.toString(), kinds);
      const at = async (where: "arrives" | "committed" | "answered") => {
        if (kind !== undefined) await tap(`${kind} ${where}`);
      };
      await at("arrives");
      const { method, headers } = incoming;
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const onward = request(new URL(incoming.url ?? "/", target), { method, headers, agent }, resolve);
        onward.on("error", reject).end(body);
      });
      const content = await read(answer);
      await at("committed");
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(content);
      await at("answered");
    } catch {
      // One side died: the other sees a broken connection, as without the proxy.
      outgoing.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function kindOf<Kind extends string>(body: string, kinds: Kinds<Kind>): Kind | undefined {
  return (Object.keys(kinds) as Kind[]).find((kind) => body.includes(kinds[kind]));
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
