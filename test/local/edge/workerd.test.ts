import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HOSTS, ownHosts } from "#lab/material/address-tricks.ts";
import { type RunningEdge, startEdge } from "#local/edge/workerd.ts";
import { useFolder } from "../../harness/folder.ts";

/**
 * Fetches each URL through the webhooks' network, without a check before it, and reports how an
 * upload arrived.
 */
const SCRIPT = `
export class RateCounter {}
export const Supervisor = { fetch: () => new Response() };
export class WebhookDispatcher {}
const reach = (env, url) => env.WEBHOOK_EGRESS.fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
  () => "reached",
  () => "refused",
);
export default {
  async fetch(request, env) {
    if (request.url.endsWith("/reach")) {
      const answers = [];
      for (const url of await request.json()) answers.push([new URL(url).hostname, await reach(env, url)]);
      return Response.json(answers);
    }
    const started = Date.now();
    let first = null;
    let bytes = 0;
    for await (const chunk of request.body) {
      first ??= Date.now() - started;
      bytes += chunk.byteLength;
    }
    return Response.json({ bytes, first, all: Date.now() - started });
  },
};`;

const folder = useFolder();
/** Listens on every address of this machine, in both families, and counts connections. */
let trap: Server;
let visitors = 0;

beforeAll(async () => {
  await writeFile(join(folder, "worker.js"), SCRIPT);
  trap = createServer((socket) => {
    visitors++;
    const answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    socket.once("data", () => socket.end(answer));
  });
  await new Promise<void>((resolve) => trap.listen(0, "::", resolve));
});
afterAll(() => void trap.close());

async function withEdge<T>(variables: Record<string, string>, use: (edge: RunningEdge) => Promise<T>) {
  const script = join(folder, "worker.js");
  const edge = await startEdge({ script, port: 0, mediaFolder: join(folder, "media"), variables });
  return use(edge).finally(() => edge.close());
}

/** The result of the Worker's request to each host of the trap. */
function visit(hosts: readonly string[], variables: Record<string, string> = {}) {
  const { port } = trap.address() as AddressInfo;
  const urls = hosts.map((host) => `http://${host}:${port}/`).filter((url) => URL.canParse(url));
  visitors = 0;
  return withEdge(variables, async (edge) => {
    const asking = { method: "POST", body: JSON.stringify(urls) };
    return (await (await fetch(`${edge.url}/reach`, asking)).json()) as [host: string, answer: string][];
  });
}

it("nothing on this machine is connected to, in whatever form its address is written and whatever its name", async () => {
  const answers = await visit([...HOSTS.map(([, host]) => host), ...ownHosts()]);
  expect(answers.length).toBeGreaterThan(200);
  expect(answers.filter(([, answer]) => answer === "reached")).toEqual([]);
  expect(visitors).toBe(0);
});

it("a local stack that asks for it reaches loopback, but under no mapped or unspecified address", async () => {
  const hosts = ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"];
  const answers = await visit(hosts, { WEBHOOK_ALLOW_PRIVATE: "1" });
  expect(answers.map(([, answer]) => answer)).toEqual([...Array(3).fill("reached"), "refused", "refused"]);
  expect(visitors).toBe(3);
});

it("an upload reaches the Worker while it is still being sent", async () => {
  const answer = await withEdge({}, async (edge) => {
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (let i = 0; i < 5; i++) {
          controller.enqueue(new Uint8Array(100_000));
          await pause(100);
        }
        controller.close();
      },
    });
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    return (await (await fetch(edge.url, init)).json()) as { bytes: number; first: number; all: number };
  });
  expect(answer.bytes).toBe(500_000);
  expect(answer.all - answer.first).toBeGreaterThan(250);
});
