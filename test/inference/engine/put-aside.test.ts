import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { closedGate } from "../../harness/inference/gate.ts";
import { openPoolRig } from "./pool-rig.ts";

const rig = openPoolRig();
const { createPool, ask, starts } = rig;

it("who waits while another tenant holds both engines is answered first, and the other's work goes on after it", async () => {
  await createPool({ engines: 2 }).fleet.start();
  const { until, open } = closedGate();
  const held = Array.from({ length: 4 }, () => ask({ until }, { owner: "a" }));
  const { pid } = await ask({}, { owner: "b" });
  expect(rig.pool.fleet.pids).toContain(pid);
  expect([rig.pool.putAside, rig.pool.fleet.running, rig.pool.queued]).toEqual([1, 2, 2]);
  open();
  await expect(Promise.all(held)).resolves.toHaveLength(4);
  expect([rig.pool.fleet.running, starts()]).toEqual([0, 2]);
});

it("an engine has two requests at most: what another gave way to does not give way itself", async () => {
  await createPool({ engines: 4 }).fleet.start();
  const { until, open } = closedGate();
  const held = ["a", "a", "a", "a", "b", "b"].map((owner) => ask({ until }, { owner }));
  // Both hold two engines now. The work of the second has been there for the shorter time.
  const third = await ask({}, { owner: "c" });
  expect(rig.pool.putAside).toBe(3);
  open();
  const pids = (await Promise.all(held)).map(({ pid }) => pid);
  expect(pids.slice(4)).not.toContain(third.pid);
});

it("of two requests in an engine that dies none is accused: each is run again, and alone", async () => {
  await createPool({ engines: 2 }).fleet.start();
  const { until, open } = closedGate();
  const held = ["a", "a"].map((owner) => ask({ until }, { owner }));
  const killer = ask({ end: "exit" }, { owner: "b" }).catch((failure) => failure);
  while (starts() < 3) await sleep(10);
  open();
  await expect(killer).resolves.toMatchObject({ reason: "not_processable" });
  await expect(Promise.all(held)).resolves.toHaveLength(2);
  await rig.allUp(2);
  // It shared the first engine that it cost; its picture is charged with two more.
  expect([starts(), rig.pool.putAside]).toEqual([5, 1]);
});

it("the time for which work is put aside does not count as time that its engine has not answered", async () => {
  await createPool({ engines: 2, runLimit: 2_000 }).fleet.start();
  const [a, b] = [closedGate(), closedGate()];
  const held = Promise.allSettled(["a", "a"].map((owner) => ask({ until: a.until, omit: 0 }, { owner })));
  await sleep(1_000);
  const before = ask({ until: b.until }, { owner: "b" });
  await sleep(1_300);
  b.open();
  await before;
  await sleep(300);
  a.open();
  // The other engine's request was not put aside, and outlived the limit.
  expect((await held).map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

it("a request whose deadline passes while it is put aside is answered then, and its engine goes on", async () => {
  await createPool({ engines: 2 }).fleet.start();
  const { until, open } = closedGate();
  await ask({}, { owner: "b" });
  const held = ["a", "a"].map((owner) => ask({ until }, { owner, within: 600 }));
  const before = ask({ until }, { owner: "b" });
  expect(rig.pool.putAside).toBe(1);
  await Promise.all(held.map((each) => expect(each).rejects.toMatchObject({ kind: "late" })));
  open();
  await before;
  await expect(ask({}, { owner: "a" })).resolves.toBeDefined();
  expect(starts()).toBe(2);
});
