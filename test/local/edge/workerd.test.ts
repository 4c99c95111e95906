import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningEdge, startEdge } from "#local/edge/workerd.ts";

/** Fetches what it is asked for through the webhooks' network, and tells how an upload came in. */
const SCRIPT = `
export class RateCounter {}
export const Supervisor = { fetch: () => new Response() };
export class WebhookDispatcher {}
export default {
  async fetch(request, env) {
    if (request.method === "POST") {
      const started = Date.now();
      let first = null;
      let bytes = 0;
      for await (const chunk of request.body) {
        first ??= Date.now() - started;
        bytes += chunk.byteLength;
      }
      return Response.json({ bytes, first, all: Date.now() - started });
    }
    try {
      const target = new URL(request.url).searchParams.get("url");
      const response = await env.WEBHOOK_EGRESS.fetch(target, { signal: AbortSignal.timeout(3_000) });
      return new Response(await response.text());
    } catch {
      return new Response("refused");
    }
  },
};`;

let folder: string;
let servers: Server[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-workerd-"));
  await writeFile(join(folder, "worker.js"), SCRIPT);
  servers = await Promise.all(["127.0.0.1", "::1"].map(listen));
});

afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

function listen(host: string): Promise<Server> {
  const server = createServer((_, response) => response.end("reached"));
  return new Promise((resolve) => server.listen(0, host, () => resolve(server)));
}

async function withEdge(variables: Record<string, string>, use: (edge: RunningEdge) => Promise<void>) {
  const edge = await startEdge({
    script: join(folder, "worker.js"),
    port: 0,
    mediaFolder: join(folder, "media"),
    variables,
  });
  try {
    await use(edge);
  } finally {
    await edge.close();
  }
}

async function reach(edge: RunningEdge, host: string, server = servers[0]!): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const target = encodeURIComponent(`http://${host}:${port}/`);
  return (await fetch(`${edge.url}/?url=${target}`)).text();
}

describe("the network that webhooks leave by", () => {
  test("judges the address, not the name: nothing on this machine is reached", () =>
    withEdge({}, async (edge) => {
      for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0"]) {
        expect([host, await reach(edge, host)]).toEqual([host, "refused"]);
      }
      expect(await reach(edge, "[::1]", servers[1])).toBe("refused");
    }));

  test("on a local stack that asks for it, loopback is reached, but not under a mapped or unspecified address", () =>
    withEdge({ WEBHOOK_ALLOW_PRIVATE: "1" }, async (edge) => {
      expect(await reach(edge, "127.0.0.1")).toBe("reached");
      expect(await reach(edge, "localhost")).toBe("reached");
      expect(await reach(edge, "[::1]", servers[1])).toBe("reached");
      expect(await reach(edge, "[::ffff:127.0.0.1]")).toBe("refused");
      expect(await reach(edge, "0.0.0.0")).toBe("refused");
    }));
});

test("an upload reaches the Worker while it is still being sent", () =>
  withEdge({}, async (edge) => {
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (let i = 0; i < 5; i++) {
          controller.enqueue(new Uint8Array(100_000));
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        controller.close();
      },
    });
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    const answer = (await (await fetch(edge.url, init)).json()) as {
      bytes: number;
      first: number;
      all: number;
    };
    expect(answer.bytes).toBe(500_000);
    expect(answer.all - answer.first).toBeGreaterThan(250);
  }));
