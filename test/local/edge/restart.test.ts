import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningEdge, startEdge } from "#local/edge/workerd.ts";
import { eventually } from "../../harness/eventually.ts";
import { useFolder } from "../../harness/folder.ts";
import { leaveSocket } from "../../harness/left-socket.ts";

/** Counts in a Durable Object on the disk. */
const SCRIPT = `
export class RateCounter {
  constructor({ storage }) {
    this.storage = storage;
  }
  async fetch() {
    const count = (await this.storage.get("count")) ?? 0;
    await this.storage.put("count", count + 1);
    return new Response(String(count));
  }
}
export const Supervisor = { fetch: () => new Response(null, { status: 403 }) };
export default {
  fetch: (request, env) => env.RATE_COUNTERS.getByName("counts").fetch(request),
};`;

const folder = useFolder();
const options = {
  script: join(folder, "worker.js"),
  port: 0,
  mediaFolder: join(folder, "media"),
  variables: {},
};
let leftBehind: string;
let edge: RunningEdge;
beforeAll(async () => {
  await writeFile(options.script, SCRIPT);
  leftBehind = leaveSocket("edge");
  edge = await startEdge(options);
});
afterAll(() => edge.close());

const count = async () => Number(await (await fetch(edge.url)).text());

/** The workerd that this process has started. */
function workerd(): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const own = pids.find((pid) => {
    try {
      // `pid (command) state parent …` (proc_pid_stat(5)).
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      return stat.includes("(workerd) ") && Number(stat.split(") ")[1]!.split(" ")[1]) === process.pid;
    } catch {
      return false; // It has ended since it was listed.
    }
  });
  return Number(own);
}

/** The TCP ports on which a process listens. */
function portsOf(pid: number): number[] {
  const sockets = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  const listening = ["tcp", "tcp6"].flatMap((net) =>
    readFileSync(`/proc/${pid}/net/${net}`, "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === "0A" && sockets.includes(`socket:[${inode}]`)),
  );
  return listening.map(([, local]) => Number.parseInt(local!.split(":").at(-1)!, 16));
}

it("an edge that starts removes the folder of one that was killed", () => {
  expect(existsSync(leftBehind)).toBe(false);
});

it("beside the Worker's own socket workerd listens on that of the Supervisor alone, which wants its token (L3)", async () => {
  const ports = portsOf(workerd());
  expect(ports).toHaveLength(2);
  expect(ports).toContain(Number(new URL(edge.url).port));
  await expect(edge.metrics()).rejects.toThrow("answers 403");
});

it("a workerd that is killed comes back at the same address, with its Durable Objects", async () => {
  expect(await count()).toBe(0);
  const before = workerd();
  process.kill(before, "SIGKILL");
  await eventually(() => count().catch(() => -1)).toBe(1);
  expect(workerd()).not.toBe(before);
});

it("an address that is taken is named, with the reason", async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
  const { port } = other.address() as { port: number };
  await expect(startEdge({ ...options, mediaFolder: join(folder, "other"), port })).rejects.toThrow(
    `cannot listen on 127.0.0.1, port ${port}: address already in use`,
  );
  other.close();
});
