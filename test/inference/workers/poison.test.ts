import { once } from "node:events";
import { expect, it, vi } from "vitest";
import { callOf, openPoolRig } from "./pool-rig.ts";

const rig = openPoolRig();
const { createPool, ask, starts, allUp } = rig;

const NOT_PROCESSABLE = { name: "ImageRefusedError", reason: "not_processable", index: 0 };

it("gives an image that kills workers to two of them and to no third", async () => {
  await createPool({ workers: 3 }).fleet.start();
  await expect(ask({ end: "exit" })).rejects.toMatchObject(NOT_PROCESSABLE);
  await expect(ask({})).resolves.toBeDefined();
  await allUp(3);
  expect(starts()).toBe(5);
});

it("rejects an image that killed two workers, alone or among others, and loses no worker by it", async () => {
  await createPool({ workers: 2 }).fleet.start();
  const poison = { end: "exit" } as const;
  await expect(ask(poison)).rejects.toMatchObject(NOT_PROCESSABLE);
  const before = starts();
  await expect(ask(poison)).rejects.toMatchObject(NOT_PROCESSABLE);
  const frames = [{}, poison].map((command) => Buffer.from(JSON.stringify(command)));
  await expect(rig.pool.run("assessPresentationAttack", frames, callOf())).rejects.toMatchObject({
    ...NOT_PROCESSABLE,
    index: 1,
  });
  await allUp(2);
  expect(starts()).toBe(before + 2);
});

it("remembers an image that took too much of a decoder, and gives it to no worker again (H3)", async () => {
  await createPool({ workers: 1 }).fleet.start();
  await expect(ask({ end: "overrun" })).rejects.toMatchObject(NOT_PROCESSABLE);
  const isTaken = vi.fn();
  const call = { ...callOf(), onTaken: isTaken };
  const image = Buffer.from(JSON.stringify({ end: "overrun" }));
  await expect(rig.pool.run("analyzeFace", image, call)).rejects.toMatchObject(NOT_PROCESSABLE);
  expect(isTaken).not.toHaveBeenCalled();
  expect(starts()).toBe(1);
});

it("remembers an image whose caller left before the worker died", async () => {
  await createPool({ workers: 1 }).fleet.start();
  for (let i = 0; i < 2; i++) {
    await allUp(1);
    const died = once(rig.pool.fleet, "worker_lost");
    await expect(ask({ sleep: 50, end: "exit" }, { within: 20 })).rejects.toMatchObject({ kind: "late" });
    await died;
  }
  await allUp(1);
  await expect(ask({ sleep: 50, end: "exit" })).rejects.toMatchObject(NOT_PROCESSABLE);
  expect(starts()).toBe(3);
});

it("kills a worker that outlives the run limit, and does not run its request again", async () => {
  await createPool({ workers: 2, runLimit: 100 }).fleet.start();
  await expect(ask({ sleep: 5_000 })).rejects.toMatchObject(NOT_PROCESSABLE);
  await allUp(2);
  expect(starts()).toBe(3);
});
