import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { closedGate } from "../../harness/inference/gate.ts";
import { openPoolRig } from "./pool-rig.ts";

const rig = openPoolRig();
const { createPool, ask, starts, allUp } = rig;

it("runs requests on all workers at once and queues the rest", async () => {
  await createPool().fleet.start();
  const { until, open } = closedGate();
  const running = [1, 2, 3].map(() => ask({ until }));
  expect([rig.pool.fleet.running, rig.pool.queued, rig.pool.fleet.up]).toEqual([2, 1, 2]);
  open();
  const pids = (await Promise.all(running)).map(({ pid }) => pid);
  expect(new Set(pids).size).toBe(2);
});

it("answers a running request at its deadline and keeps its worker", async () => {
  await createPool({ workers: 1 }).fleet.start();
  const before = rig.pool.fleet.pids;
  const { until, open } = closedGate();
  await expect(ask({ until }, { within: 30 })).rejects.toMatchObject({ kind: "late" });
  open();
  await ask({});
  expect(rig.pool.fleet.pids).toEqual(before);
});

it("rejects a caller that has already gone", async () => {
  await createPool({ workers: 1 }).fleet.start();
  await expect(ask({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: "canceled" });
});

it("runs the request of a killed worker on another, without any failure", async () => {
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

it("never runs an image that killed two workers, even if it was admitted before", async () => {
  await createPool({ workers: 1 }).fleet.start();
  const asked = await Promise.allSettled([1, 2, 3].map(() => ask({ end: "exit" })));
  expect(asked.map((outcome) => "reason" in outcome && outcome.reason.reason)).toEqual(
    Array(3).fill("not_processable"),
  );
  await allUp(1);
  expect(starts()).toBe(3);
});

it("gives a worker the variables that it needs and no others", async () => {
  vi.stubEnv("SOMEBODYS_SECRET", "secret");
  vi.stubEnv("INFERENCE_TOKEN", "secret");
  vi.stubEnv("LD_LIBRARY_PATH", "/opt/cuda");
  await createPool({ workers: 1 }).fleet.start();
  vi.unstubAllEnvs();
  const environment = readFileSync(`/proc/${rig.pool.fleet.pids[0]}/environ`, "utf8");
  expect(environment).toContain("LD_LIBRARY_PATH=/opt/cuda");
  expect(environment).not.toContain("secret");
});

it("serves with the workers that open, and gives up only when none can", async () => {
  await createPool({}, { failAfter: 1 }).fleet.start();
  expect(rig.pool.fleet.up).toBe(1);
  await expect(ask({})).resolves.toBeDefined();
  const hopeless = once(rig.pool.fleet, "hopeless");
  process.kill(rig.pool.fleet.pids[0]!, "SIGKILL");
  expect((await hopeless)[0]).toBe("no such model");
});

it("kills work that does not finish within the drain's limit, and leaves no process", async () => {
  await createPool({ workers: 1 }).fleet.start();
  const [pid] = rig.pool.fleet.pids;
  const { until } = closedGate();
  const failures = [ask({ until }), ask({})].map((outcome) => outcome.catch((error) => error.kind));
  await rig.pool.drain(100);
  expect(await Promise.all(failures)).toEqual(["stopping", "stopping"]);
  expect(() => process.kill(pid!, 0)).toThrow("ESRCH");
});

it("rejects work at once that would miss its deadline in the queue, with a time to retry", async () => {
  await createPool({ workers: 1 }).fleet.start();
  await ask({ sleep: 400 });
  const { until, open } = closedGate();
  const waiting = [ask({ until }), ask({}), ask({})];
  const failure = await ask({ end: "exit" }, { within: 600 }).catch((error) => error);
  expect(failure).toMatchObject({ kind: "overloaded" });
  expect(failure.retryAfter).toBeGreaterThan(100);
  open();
  await expect(Promise.all(waiting)).resolves.toHaveLength(3);
  expect(rig.pool.fleet.restarts).toBe(0);
});

it("lets an idle worker try what may miss its deadline", async () => {
  await createPool({ workers: 1 }).fleet.start();
  await ask({ sleep: 600 });
  await expect(ask({}, { within: 500 })).resolves.toBeDefined();
});

it("answers a request whose deadline passes in the queue without running it", async () => {
  await createPool({ workers: 1 }).fleet.start();
  const { until, open } = closedGate();
  // The cost of such work is known then, so that the pool expects to be in time.
  await ask({});
  const running = ask({ until });
  await expect(ask({ end: "exit" }, { within: 500 })).rejects.toMatchObject({ kind: "late" });
  open();
  await running;
  expect((await ask({})).pid).toBe((await running).pid);
});

it("the pool does not run a request that comes past its deadline", async () => {
  await createPool({ workers: 1 }).fleet.start();
  await expect(ask({ end: "exit" }, { within: -1 })).rejects.toMatchObject({ kind: "late" });
  await ask({});
  expect(rig.pool.fleet.restarts).toBe(0);
});

it("a machine whose clock is set forward while workers work ends no call, and expects none to take longer", async () => {
  await createPool({ workers: 1 }).fleet.start();
  const { until, open } = closedGate();
  const running = ask({ until }, { within: 5_000 });
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
  try {
    open();
    await running;
    // With an hour as a request's cost, the third would be rejected at once.
    await expect(Promise.all([ask({}), ask({}), ask({})])).resolves.toHaveLength(3);
  } finally {
    clock.mockRestore();
  }
});
