import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { closedGate } from "../../harness/inference/gate.ts";
import { openPoolRig } from "./pool-rig.ts";

const rig = openPoolRig();
const { createPool, ask, starts, allUp } = rig;

it("runs requests on all engines at once and queues the rest", async () => {
  await createPool().fleet.start();
  const { until, open } = closedGate();
  const running = [1, 2, 3].map(() => ask({ until }));
  expect([rig.pool.fleet.running, rig.pool.queued, rig.pool.fleet.up]).toEqual([2, 1, 2]);
  open();
  const pids = (await Promise.all(running)).map(({ pid }) => pid);
  expect(new Set(pids).size).toBe(2);
});

it("answers in the order of arrival", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const order: number[] = [];
  await Promise.all([0, 1, 2, 3].map((n) => ask({ sleep: 5 }).then(() => order.push(n))));
  expect(order).toEqual([0, 1, 2, 3]);
});

it("answers a running request at its deadline and keeps its engine", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const before = rig.pool.fleet.pids;
  const { until, open } = closedGate();
  await expect(ask({ until }, { within: 30 })).rejects.toMatchObject({ kind: "late" });
  open();
  await ask({});
  expect(rig.pool.fleet.pids).toEqual(before);
});

it("drops a request from the queue when its caller goes away", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const caller = new AbortController();
  const { until, open } = closedGate();
  const running = ask({ until });
  const left = ask({ end: "exit" }, { signal: caller.signal });
  caller.abort();
  await expect(left).rejects.toMatchObject({ kind: "canceled" });
  expect(rig.pool.queued).toBe(0);
  open();
  await running;
  expect(rig.pool.fleet.restarts).toBe(0);
});

it("refuses a caller that has already gone", async () => {
  await createPool({ engines: 1 }).fleet.start();
  await expect(ask({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: "canceled" });
});

it("runs the request of a killed engine on another, harming nobody", async () => {
  await createPool().fleet.start();
  const { until, open } = closedGate();
  const running = [ask({ until }), ask({ until }), ask({}), ask({})];
  const killed = rig.pool.fleet.pids[0]!;
  process.kill(killed, "SIGKILL");
  open();
  const answers = await Promise.all(running);
  expect(answers.map(({ pid }) => pid)).not.toContain(killed);
  await allUp(2);
  expect(rig.pool.fleet.restarts).toBe(1);
});

it("gives a picture that killed two engines to none, although it was admitted before", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const asked = await Promise.allSettled([1, 2, 3].map(() => ask({ end: "exit" })));
  expect(asked.map((outcome) => "reason" in outcome && outcome.reason.reason)).toEqual(
    Array(3).fill("not_processable"),
  );
  await allUp(1);
  expect(starts()).toBe(3);
});

it("the pool tells a defect and a refused image apart", async () => {
  await createPool({ engines: 1 }).fleet.start();
  await expect(ask({ end: "defect" })).rejects.toMatchObject({ kind: "defect", message: "broken" });
  await expect(ask({ end: "refuse" })).rejects.toMatchObject({
    name: "ImageRefusedError",
    reason: "unreadable",
    index: 2,
  });
});

it("gives an engine the variables that it needs and no others", async () => {
  vi.stubEnv("SOMEBODYS_SECRET", "secret");
  vi.stubEnv("INFERENCE_TOKEN", "secret");
  vi.stubEnv("LD_LIBRARY_PATH", "/opt/cuda");
  await createPool({ engines: 1 }).fleet.start();
  vi.unstubAllEnvs();
  const environment = readFileSync(`/proc/${rig.pool.fleet.pids[0]}/environ`, "utf8");
  expect(environment).toContain("LD_LIBRARY_PATH=/opt/cuda");
  expect(environment).not.toContain("secret");
});

it("starts the first engine alone, so that models are prepared once", async () => {
  createPool({ engines: 3 });
  const seen: number[] = [];
  rig.pool.fleet.on("engine_ready", () => seen.push(starts()));
  await rig.pool.fleet.start();
  expect(seen[0]).toBe(1);
  expect(rig.pool.fleet.up).toBe(3);
});

it("the pool says why the first engine cannot open", async () => {
  await expect(createPool({}, { failAfter: 0 }).fleet.start()).rejects.toThrow("no such model");
});

it("serves with the engines that open, and gives up only when none can", async () => {
  await createPool({}, { failAfter: 1 }).fleet.start();
  expect(rig.pool.fleet.up).toBe(1);
  await expect(ask({})).resolves.toBeDefined();
  const hopeless = once(rig.pool.fleet, "hopeless");
  process.kill(rig.pool.fleet.pids[0]!, "SIGKILL");
  expect((await hopeless)[0]).toBe("no such model");
});

it("lets admitted requests finish when it drains, admits no more, and leaves no process", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const [pid] = rig.pool.fleet.pids;
  const { until, open } = closedGate();
  const admitted = [ask({ until }), ask({})];
  const drained = rig.pool.drain(20_000);
  await expect(ask({})).rejects.toMatchObject({ kind: "stopping" });
  open();
  await expect(Promise.all(admitted)).resolves.toHaveLength(2);
  await drained;
  expect(() => process.kill(pid!, 0)).toThrow("ESRCH");
});

it("cuts off what does not finish within the drain's limit", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const { until } = closedGate();
  const failures = [ask({ until }), ask({})].map((outcome) => outcome.catch((error) => error.kind));
  await rig.pool.drain(100);
  expect(await Promise.all(failures)).toEqual(["stopping", "stopping"]);
});
