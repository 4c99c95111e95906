import { describe, expect, it } from "vitest";
import { eventually } from "../../harness/eventually.ts";
import { closedGate } from "../../harness/inference/gate.ts";
import { openPoolRig } from "./pool-rig.ts";

const rig = openPoolRig();
const { createPool, ask, starts, allUp } = rig;

const NOT_PROCESSABLE = { name: "ImageRefusedError", reason: "not_processable", index: 0 };

describe("an engine that offers a part of its work", () => {
  it("is helped by one that has nothing to do", async () => {
    await createPool().fleet.start();
    const { pid, helper } = await ask({ offer: {} });
    expect(rig.pool.fleet.pids.toSorted()).toEqual([pid, helper].toSorted());
    await eventually(() => rig.pool.fleet.running).toBe(0);
  });

  it("does it itself where there is no other engine", async () => {
    await createPool({ engines: 1 }).fleet.start();
    expect((await ask({ offer: {} })).helper).toBe(0);
  });

  it("does it itself where all others are at work, and waits for none", async () => {
    await createPool().fleet.start();
    const order: string[] = [];
    const { until, open } = closedGate();
    const busy = ask({ until }).then(() => order.push("busy"));
    const offering = ask({ offer: {} });
    expect((await offering.finally(() => order.push("offering"))).helper).toBe(0);
    open();
    await busy;
    expect(order).toEqual(["offering", "busy"]);
  });

  it("takes an engine from nobody: who waits goes first, once the helper is done", async () => {
    await createPool().fleet.start();
    const helping = closedGate();
    const offering = closedGate();
    const first = ask({ offer: { until: helping.until }, until: offering.until });
    await eventually(() => rig.pool.fleet.running).toBe(2);
    const second = ask({ offer: {} });
    helping.open();
    // The second is asked on the engine that helped, while the first is still at its own part.
    const waited = await second;
    offering.open();
    const { helper } = await first;
    expect([waited.pid, waited.helper]).toEqual([helper, 0]);
  });

  it("never waits for help in a ring: two that offer to one another do their own", async () => {
    await createPool().fleet.start();
    const both = await Promise.all([ask({ offer: {}, sleep: 20 }), ask({ offer: {}, sleep: 20 })]);
    expect(both.map(({ helper }) => helper)).toEqual([0, 0]);
  });

  it("does it itself where the helper dies, is refused it or throws", async () => {
    await createPool().fleet.start();
    for (const end of ["exit", "refuse", "defect"] as const) {
      await allUp(2);
      expect((await ask({ offer: { end } })).helper).toBe(0);
    }
    await allUp(2);
    expect(starts()).toBe(3);
  });

  it("and its helper are two engines: what kills both is given to no third", async () => {
    await createPool({ engines: 3 }).fleet.start();
    await expect(ask({ offer: { end: "exit" }, end: "exit" })).rejects.toMatchObject(NOT_PROCESSABLE);
    await allUp(3);
    expect(starts()).toBe(5);
  });

  it("is run once more where it dies while another helps it", async () => {
    await createPool({ engines: 3 }).fleet.start();
    const { until, open } = closedGate();
    const outcome = ask({ offer: { until } });
    await eventually(() => rig.pool.fleet.running).toBe(2);
    const offering = rig.pool.fleet.pids[0]!;
    process.kill(offering, "SIGKILL");
    open();
    const { pid, helper } = await outcome;
    expect([pid, helper]).not.toContain(offering);
  });

  it("has its helper killed at the run limit", async () => {
    await createPool({ engines: 2, runLimit: 200 }).fleet.start();
    await expect(ask({ offer: { sleep: 5_000 } })).rejects.toMatchObject(NOT_PROCESSABLE);
    await allUp(2);
    expect(starts()).toBe(4);
  });

  it("is let finish with its helper when the pool drains", async () => {
    await createPool().fleet.start();
    const { until, open } = closedGate();
    const outcome = ask({ offer: { until } });
    await eventually(() => rig.pool.fleet.running).toBe(2);
    const drained = rig.pool.drain(20_000);
    open();
    await drained;
    expect((await outcome).helper).toBeGreaterThan(0);
  });
});
