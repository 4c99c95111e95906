import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Where a statement of the dispatcher is on its way: before the database, answered by it, or answered to the
 * edge.
 */
export type Stage = `${"claim" | "record"} ${"arrives" | "committed" | "answered"}`;

/** By what a claim's and a record's SQL are known. */
const KINDS = { claim: "limit max(0, min(", record: 'insert into \\"delivery_attempts\\"' } as const;

interface TapProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Stands between the edge and its database, passes everything on as it is, and waits at each stage for `tap`.
 * A database that is away is away for the edge too.
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
      // One of the two died: the other sees a broken connection, as it would without us.
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
