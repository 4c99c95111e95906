import { expect, it, vi } from "vitest";
import { closedGate } from "../../harness/inference/gate.ts";
import { openPoolRig } from "./pool-rig.ts";

const rig = openPoolRig();
const { createPool, ask } = rig;

it("refuses at once what would miss its deadline in the queue, and says when it may do better", async () => {
  await createPool({ engines: 1 }).fleet.start();
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

it("lets an idle engine try what may miss its deadline", async () => {
  await createPool({ engines: 1 }).fleet.start();
  await ask({ sleep: 600 });
  await expect(ask({}, { within: 500 })).resolves.toBeDefined();
});

it("gives a tenant's only request its turn before the many of another", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const order: string[] = [];
  const { until, open } = closedGate();
  const asked = ["a", "a", "a", "a", "b"].map((tenant) =>
    ask({ until }, { tenant }).then(() => order.push(tenant)),
  );
  open();
  await Promise.all(asked);
  // The first runs already, and the second has its turn.
  expect(order.indexOf("b")).toBeLessThanOrEqual(2);
});

it("refuses what is beyond a tenant's share of the memory, and lets another tenant in", async () => {
  await createPool({ engines: 1, queueLimit: 1 }).fleet.start();
  const { until, open } = closedGate();
  const [running, waiting] = [ask({ until }, { tenant: "a" }), ask({}, { tenant: "a" })];
  const refused = ask({ end: "exit" }, { tenant: "a" });
  await expect(refused).rejects.toMatchObject({ kind: "overloaded", reason: "tenant" });
  const other = ask({}, { tenant: "b" });
  open();
  await expect(Promise.all([running, waiting, other])).resolves.toHaveLength(3);
});

it("tells its caller that an engine takes a request, and tells nobody of one that none took", async () => {
  await createPool({ engines: 1, queueLimit: 1 }).fleet.start();
  const { until, open } = closedGate();
  const taken: string[] = [];
  const named = (name: string) => ({ onTaken: () => taken.push(name) });
  const asked = [ask({ until }, named("running")), ask({}, named("waiting")), ask({}, named("refused"))];
  await expect(asked[2]).rejects.toMatchObject({ kind: "overloaded" });
  expect(taken).toEqual(["running"]);
  open();
  await Promise.all(asked.slice(0, 2));
  expect(taken).toEqual(["running", "waiting"]);
});

it("answers a request whose deadline passes in the queue without running it", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const { until, open } = closedGate();
  // What such work costs is known then, so that the pool expects to be in time.
  await ask({});
  const running = ask({ until });
  await expect(ask({ end: "exit" }, { within: 500 })).rejects.toMatchObject({ kind: "late" });
  open();
  await running;
  expect((await ask({})).pid).toBe((await running).pid);
});

it("the pool does not run a request that comes past its deadline", async () => {
  await createPool({ engines: 1 }).fleet.start();
  await expect(ask({ end: "exit" }, { within: -1 })).rejects.toMatchObject({ kind: "late" });
  await ask({});
  expect(rig.pool.fleet.restarts).toBe(0);
});

it("a machine whose clock is set forward while engines work ends no call, and expects none to take longer", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const { until, open } = closedGate();
  const running = ask({ until }, { within: 5_000 });
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
  try {
    open();
    await running;
    // With an hour as what a request costs, the third would be refused at once.
    await expect(Promise.all([ask({}), ask({}), ask({})])).resolves.toHaveLength(3);
  } finally {
    clock.mockRestore();
  }
});
