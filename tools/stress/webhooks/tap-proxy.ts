import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

/** The place of a dispatcher's statement: before the database, answered by it, or answered to the edge. */
export type Stage = `${"claim" | "record"} ${"arrives" | "committed" | "answered"}`;

/** Texts that identify the SQL of a claim and of a record. */
const KINDS = { claim: "limit max(0, min(", record: 'insert into \\"delivery_attempts\\"' } as const;

interface TapProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A proxy between the edge and its database that passes everything on, and waits at each stage for `tap`.
 * While the database is down, the proxy is down too.
 */
export async function startTapProxy(target: string, tap: (stage: Stage) => Promise<void>): Promise<TapProxy> {
  const agent = new Agent({ keepAlive: false });
  const server = createServer(async (incoming, outgoing) => {
    try {
      const body = await read(incoming);
      const kind = kindOf(body.toString());
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

function kindOf(body: string): keyof typeof KINDS | undefined {
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((kind) => body.includes(KINDS[kind]));
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
