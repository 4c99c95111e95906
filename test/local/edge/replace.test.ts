import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningEdge, startEdge } from "../../../local/edge/workerd.ts";

/** Answers in its own time, and counts in a Durable Object on the disk. */
const SCRIPT = `
export class RateCounter {
  constructor({ storage }) {
    this.storage = storage;
  }
  async fetch(request) {
    const key = new URL(request.url).pathname;
    const n = (await this.storage.get(key)) ?? 0;
    if (request.method === "POST") await this.storage.put(key, n + 1);
    return Response.json(n);
  }
}
export const Supervisor = { fetch: () => new Response("here") };
export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    const counts = env.RATE_COUNTERS.getByName("counts");
    if (pathname.startsWith("/count/")) return counts.fetch(request.url.replace("/count/", "/"), request);
    if (pathname === "/stream") {
      const { readable, writable } = new TransformStream();
      const writer = writable.getWriter();
      (async () => {
        for (let i = 0; i < 10; i++) {
          await writer.write(new TextEncoder().encode(String(i)));
          await new Promise((over) => setTimeout(over, 100));
        }
        await writer.close();
      })();
      return new Response(readable);
    }
    await request.arrayBuffer();
    await counts.fetch(request.url, { method: "POST" });
    await new Promise((over) => setTimeout(over, 20));
    return new Response("answered");
  },
  scheduled() {},
};`;

let folder: string;
let edge: RunningEdge;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-replace-"));
  const script = join(folder, "worker.js");
  await writeFile(script, SCRIPT);
  edge = await startEdge({ script, port: 0, mediaFolder: join(folder, "media"), variables: {} });
});
afterAll(async () => {
  await edge.close();
  await rm(folder, { recursive: true, force: true });
});

const agent = new Agent({ keepAlive: false });

function call(path: string, method = "POST"): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request(new URL(path, edge.url), { agent, method }, async (answer) => {
      try {
        let text = "";
        for await (const chunk of answer.setEncoding("utf8")) text += chunk;
        resolve(text);
      } catch (error) {
        reject(error);
      }
    });
    sending.on("error", reject);
    sending.end(method === "POST" ? "x".repeat(10_000) : "");
  });
}

const counted = async (path: string): Promise<number> => Number(await call(`/count${path}`, "GET"));

/** What became of calls that were sent while the work was done: their ids by what they were answered. */
async function underLoad(work: () => Promise<void>): Promise<Map<string, string[]>> {
  let isSent = true;
  const answers = new Map<string, string[]>();
  const callers = Array.from({ length: 8 }, async () => {
    while (isSent) {
      const id = randomUUID();
      const answer = await call(`/work/${id}`).catch(String);
      answers.set(answer, [...(answers.get(answer) ?? []), id]);
    }
  });
  await work();
  await pause(100);
  isSent = false;
  await Promise.all(callers);
  return answers;
}

it("a replaced workerd breaks no answer, and new connections wait for the fresh one", async () => {
  const pids = new Set([edge.pid]);
  const answers = await underLoad(async () => {
    for (let i = 0; i < 5; i++) {
      await edge.replace(10_000);
      pids.add(edge.pid);
      await pause(100);
    }
  });
  expect(pids.size).toBe(6);
  expect(answers.get("answered")?.length).toBeGreaterThan(50);
  // A connection that was taken just before, and on which nothing had come yet, ends: its call is repeated.
  const ended = answers.get("Error: socket hang up") ?? [];
  expect(
    [...answers.keys()].filter((text) => text !== "answered" && text !== "Error: socket hang up"),
  ).toEqual([]);
  for (const id of ended) expect(await counted(`/work/${id}`)).toBe(0);
  expect(await counted(`/work/${answers.get("answered")![0]}`)).toBe(1);
  await edge.tick();
  expect(await edge.metrics()).toBe("here");
});

it("an answer that streams while workerd is replaced comes to its end", async () => {
  const streaming = call("/stream");
  await pause(200);
  await edge.replace(10_000);
  expect(await streaming).toBe("0123456789");
});

it("a fresh workerd has the Durable Objects of the one before: the two never run at once", async () => {
  expect(await call("/count/calls")).toBe("0");
  await edge.replace(10_000);
  expect(await call("/count/calls")).toBe("1");
});

it("workerd that is killed, at rest, while it drains or while it starts, is replaced as well, and connections wait", async () => {
  const kill = () => process.kill(edge.pid!, "SIGKILL");
  const before = edge.pid;
  kill();
  expect(await call("/count/calls")).toBe("2");
  expect(edge.pid).not.toBe(before);
  const slow = call("/stream").catch(() => "broken");
  await pause(100);
  const draining = edge.replace(10_000);
  await pause(100);
  kill();
  await draining;
  expect(await slow).toBe("broken");
  expect(await call("/count/calls")).toBe("3");
  const old = edge.pid;
  const starting = edge.replace(10_000);
  while (edge.pid === old) await pause(1);
  kill();
  const waiting = call("/count/calls");
  await starting;
  expect(await waiting).toBe("4");
});

it("says why an address cannot be had, and leaves nothing behind", async () => {
  const options = { script: join(folder, "worker.js"), mediaFolder: join(folder, "other"), variables: {} };
  const port = Number(new URL(edge.url).port);
  await expect(startEdge({ ...options, port })).rejects.toThrow(
    `cannot listen on 127.0.0.1, port ${port}: address already in use`,
  );
  await expect(startEdge({ ...options, host: "192.0.2.1", port: 0 })).rejects.toThrow(
    "address not available",
  );
});
