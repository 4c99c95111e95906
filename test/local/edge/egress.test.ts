import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOSTS, ownHosts } from "#lab/material/address-tricks.ts";
import { startEdge } from "#local/edge/workerd.ts";

/** Fetches each URL through the webhooks' network, with nothing before it that judges them. */
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
    const answers = [];
    for (const url of await request.json()) answers.push([url, await reach(env, url)]);
    return Response.json(answers);
  },
};`;

let folder: string;
/** Listens on every address of this machine, in both families, and counts who comes. */
let trap: Server;
let visitors = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-egress-"));
  await writeFile(join(folder, "worker.js"), SCRIPT);
  trap = createServer((socket) => {
    visitors++;
    const answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    socket.once("data", () => socket.end(answer));
  });
  await new Promise<void>((resolve) => trap.listen(0, "::", resolve));
});

afterAll(async () => {
  trap.close();
  await rm(folder, { recursive: true, force: true });
});

async function visit(hosts: readonly string[], variables: Record<string, string>) {
  const { port } = trap.address() as AddressInfo;
  const urls = hosts.map((host) => `http://${host}:${port}/`).filter((url) => URL.canParse(url));
  const script = join(folder, "worker.js");
  const edge = await startEdge({ script, port: 0, mediaFolder: join(folder, "media"), variables });
  visitors = 0;
  try {
    const answer = await fetch(edge.url, { method: "POST", body: JSON.stringify(urls) });
    const answers = (await answer.json()) as [string, string][];
    return { asked: urls.length, reached: answers.filter(([, came]) => came === "reached"), visitors };
  } finally {
    await edge.close();
  }
}

test("nothing on this machine is connected to, in whatever form its address is written and whatever its name", async () => {
  const hosts = [...HOSTS.map(([, host]) => host), ...ownHosts()];
  const { asked, reached, visitors: came } = await visit(hosts, {});
  expect(asked).toBeGreaterThan(200);
  expect(reached).toEqual([]);
  expect(came).toBe(0);
});

test("the trap is real: a local stack that asks for it reaches this machine by name and by address", async () => {
  const {
    asked,
    reached,
    visitors: came,
  } = await visit(["localhost", "127.0.0.1"], {
    WEBHOOK_ALLOW_PRIVATE: "1",
  });
  expect(reached).toHaveLength(asked);
  expect(came).toBe(asked);
});
