import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { closedGate } from "../../harness/inference/gate.ts";
import { openPoolRig } from "./pool-rig.ts";

const rig = openPoolRig();
const { createPool, ask, starts } = rig;

const place = (i = 0) => rig.pool.fleet.places[i]!;
const isAlive = (pid: number) => existsSync(`/proc/${pid}`);
/** Processes that this one has started, by their fourth field in proc(5)'s `stat`. */
const childrenOf = (parent: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")[1]);
  } catch {
    return undefined; // It has ended since.
  }
}

it("an engine's process that has worked is told from one that has not", async () => {
  await createPool({ engines: 1 }).fleet.start();
  expect(place().hasWorked).toBe(false);
  await ask({});
  expect(place().hasWorked).toBe(true);
  await place().replace();
  expect(place().hasWorked).toBe(false);
});

it("a replaced engine is gone, its place is never empty, and it is not counted as lost", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const { fleet } = rig.pool;
  const [old] = fleet.pids;
  const seen: number[] = [];
  fleet.on("up", (count) => seen.push(count));
  const lost: unknown[] = [];
  fleet.on("engine_lost", (pid) => lost.push(pid));
  const answers = Promise.all(Array.from({ length: 8 }, () => ask({ sleep: 60 })));
  await place().replace();
  await answers;
  expect(isAlive(old!)).toBe(false);
  expect([fleet.up, fleet.restarts, fleet.replacements, lost]).toEqual([1, 0, 1, []]);
  expect(seen).not.toContain(0);
});

it("a busy engine ends its work before another takes its place", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const [old] = rig.pool.fleet.pids;
  const { until, open } = closedGate();
  const running = ask({ until });
  const replaced = place().replace();
  while (starts() < 2) await new Promise(setImmediate);
  open();
  expect((await running).pid).toBe(old);
  await replaced;
  expect((await ask({})).pid).not.toBe(old);
});

it("an engine stays where no other can be started in its place", async () => {
  await createPool({ engines: 1 }, { failAfter: 1 }).fleet.start();
  const { pids } = rig.pool.fleet;
  await expect(place().replace()).rejects.toThrow("no such model");
  expect((await ask({})).pid).toBe(pids[0]);
  expect(rig.pool.fleet.replacements).toBe(0);
});

it("an engine that dies while it is replaced is lost, and another is started as ever", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const { until, open } = closedGate();
  const running = ask({ until });
  const replaced = place().replace();
  while (starts() < 2) await new Promise(setImmediate);
  process.kill(rig.pool.fleet.pids[0]!, "SIGKILL");
  open();
  await replaced;
  await running;
  expect([rig.pool.fleet.up, rig.pool.fleet.pids.length]).toEqual([1, 1]);
});

it("a process that ends while it waits to take over takes nobody's place", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const [old] = rig.pool.fleet.pids;
  const { until, open } = closedGate();
  const running = ask({ until });
  const before = childrenOf(process.pid);
  const refused = expect(place().replace()).rejects.toThrow("ended before it could take over");
  const waiting = () => childrenOf(process.pid).find((pid) => !before.includes(pid));
  while (waiting() === undefined) await new Promise(setImmediate);
  // It has opened by then, and waits for the old one's work.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const next = waiting()!;
  process.kill(next, "SIGKILL");
  while (isAlive(next)) await new Promise(setImmediate);
  open();
  expect((await running).pid).toBe(old);
  await refused;
  expect((await ask({})).pid).toBe(old);
  expect([rig.pool.fleet.restarts, rig.pool.fleet.replacements]).toEqual([0, 0]);
});

it("a place that is closed while its process is replaced leaves none behind", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const replaced = place()
    .replace()
    .catch(() => undefined);
  await rig.pool.drain(0);
  await replaced;
  expect(rig.pool.fleet.up).toBe(0);
});
