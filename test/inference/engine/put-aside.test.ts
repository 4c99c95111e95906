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

it("an engine has two requests at most, so that a third tenant waits", async () => {
  await createPool({ engines: 2 }).fleet.start();
  const [a, b] = [closedGate(), closedGate()];
  const held = ["a", "a"].map((owner) => ask({ until: a.until }, { owner }));
  const before = ask({ until: b.until }, { owner: "b" });
  const third = ask({}, { owner: "c" });
  expect([rig.pool.putAside, rig.pool.queued]).toEqual([1, 1]);
  b.open();
  await Promise.all([before, third]);
  a.open();
  await Promise.all(held);
});

it("of two requests in an engine that dies none is accused: each is run again, and alone", async () => {
  await createPool({ engines: 2 }).fleet.start();
  const { until, open } = closedGate();
  const held = ["a", "a"].map((owner) => ask({ until }, { owner }));
  const killer = ask({ end: "exit" }, { owner: "b" });
  const refused = expect(killer).rejects.toMatchObject({ reason: "not_processable" });
  while (starts() < 3) await sleep(10);
  open();
  await refused;
  await expect(Promise.all(held)).resolves.toHaveLength(2);
  await rig.allUp(2);
  // It shared the first engine that it cost; its picture is charged with two more.
  expect([starts(), rig.pool.putAside]).toEqual([5, 1]);
});

it("the time for which work is put aside does not count as time that its engine has not answered", async () => {
  await createPool({ engines: 2, runLimit: 2_000 }).fleet.start();
  const [a, b] = [closedGate(), closedGate()];
  const held = ["a", "a"].map((owner) => ask({ until: a.until, omit: 0 }, { owner }));
  await sleep(1_000);
  const before = ask({ until: b.until }, { owner: "b" });
  await sleep(1_300);
  b.open();
  await before;
  await sleep(300);
  a.open();
  const ended = await Promise.allSettled(held);
  // The other engine's request was not put aside, and outlived the limit.
  expect(ended.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

it("a request whose deadline passes while it is put aside is answered then, and its engine goes on", async () => {
  await createPool({ engines: 2 }).fleet.start();
  const { until, open } = closedGate();
  await ask({}, { owner: "b" });
  const held = ["a", "a"].map((owner) => ask({ until }, { owner, within: 600 }));
  const before = ask({ until }, { owner: "b" });
  expect(rig.pool.putAside).toBe(1);
  for (const each of held) await expect(each).rejects.toMatchObject({ kind: "late" });
  open();
  await before;
  await expect(ask({}, { owner: "a" })).resolves.toBeDefined();
  expect(starts()).toBe(2);
});
