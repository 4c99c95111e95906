import { writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { runEdge } from "#local/edge/run.ts";
import { useFolder } from "../../harness/folder.ts";

/** Answers in its own time; /health as the Worker does. */
const SCRIPT = `
let isLeaving = false;
export class RateCounter {}
export class PasswordQueue {}
export class WebhookDispatcher {}
export const Supervisor = {
  fetch() {
    isLeaving = true;
    return new Response(null, { status: 204 });
  },
};
export default {
  async fetch(request) {
    if (new URL(request.url).pathname === "/health") return new Response("", { status: isLeaving ? 503 : 200 });
    await request.arrayBuffer();
    await new Promise((over) => setTimeout(over, 200));
    return new Response("answered");
  },
  scheduled() {},
};`;

const folder = useFolder();

async function start(code: string, leaving: { lameDuck: number; drainLimit: number }) {
  const script = join(folder, "worker.js");
  await writeFile(script, code);
  return runEdge({ script, port: 0, mediaFolder: join(folder, "media"), variables: {} }, leaving);
}

const agent = new Agent({ keepAlive: true });

function call(url: string, path: string, body = ""): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(new URL(path, url), { agent, method: "POST" }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, text: body }), reject);
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

it("an edge that is stopped under load breaks no answer: load balancers see it first, and running calls end", async () => {
  const edge = await start(SCRIPT, { lameDuck: 1, drainLimit: 10 });
  let isSent = true;
  const answers: string[] = [];
  // A load balancer that probes every 100 ms, and callers that send while it lets them.
  const balancer = (async () => {
    while ((await call(edge.url, "/health")).status === 200) await pause(100);
    isSent = false;
  })();
  const callers = Array.from({ length: 16 }, async () => {
    while (isSent) answers.push((await call(edge.url, "/work", "x".repeat(100_000))).text);
  });
  await pause(1_000);
  // The last calls, just before the listener closes, are answered as well.
  const closing = edge.close();
  await balancer;
  await Promise.all(callers);
  await pause(600);
  const last = Promise.all(Array.from({ length: 8 }, () => call(edge.url, "/work")));
  expect((await last).map(({ text }) => text)).toEqual(Array(8).fill("answered"));
  await closing;
  expect(answers.length).toBeGreaterThan(32);
  expect(answers.filter((text) => text !== "answered")).toEqual([]);
  await expect(call(edge.url, "/work")).rejects.toThrow();
});

it("a call that is not answered within DRAIN_LIMIT ends with the process", async () => {
  const slow = SCRIPT.replace("setTimeout(over, 200)", "setTimeout(over, 60_000)");
  const edge = await start(slow, { lameDuck: 0, drainLimit: 0.5 });
  const hanging = call(edge.url, "/work").catch(() => "broken");
  await pause(300);
  await edge.close();
  expect(await hanging).toBe("broken");
});
