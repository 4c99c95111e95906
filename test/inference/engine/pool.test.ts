import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EngineFleet } from "../../../inference/engine/fleet.ts";
import { EnginePool, type PoolSettings } from "../../../inference/engine/pool.ts";
import { eventually } from "../../harness/eventually.ts";
import { closedGate } from "../../harness/inference/gate.ts";
import type { Command, Script } from "../../harness/inference/scripted-engine.ts";

let folder: string;
let pool: EnginePool;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "selfsame-pool-"));
  writeFileSync(join(folder, "starts"), "");
});

afterEach(async () => {
  await pool.drain(0);
  rmSync(folder, { recursive: true });
});

type Settings = Partial<PoolSettings & { engines: number }>;

function createPool({ engines = 2, ...settings }: Settings = {}, script: Partial<Script> = {}): EnginePool {
  const argument = JSON.stringify({ starts: join(folder, "starts"), ...script });
  const path = join(import.meta.dirname, "../../harness/inference/scripted-engine.ts");
  const fleet = new EngineFleet({ path, argument }, engines);
  pool = new EnginePool(fleet, { queueLimit: 8, runLimit: 5_000, ...settings });
  return pool;
}

const starts = () => statSync(join(folder, "starts")).size;

async function allUp(engines: number): Promise<void> {
  while (pool.fleet.up < engines) await once(pool.fleet, "up");
}

interface Waiting {
  readonly within?: number;
  readonly signal?: AbortSignal;
  readonly owner?: string;
  readonly onTaken?: () => void;
}

const ignore = () => {};

function ask(
  command: Command,
  { within = 10_000, signal = new AbortController().signal, owner = "", onTaken = ignore }: Waiting = {},
) {
  const call = { deadline: Date.now() + within, signal, owner, onTaken };
  const outcome = pool.run("analyzeFace", Buffer.from(JSON.stringify(command)), call);
  // The scripted engine tells its process id as the picture's width, that of who helped it as its height.
  return outcome.then(({ imageWidth, imageHeight }) => ({ pid: imageWidth, helper: imageHeight }));
}

it("runs requests on all engines at once and queues the rest", async () => {
  await createPool().fleet.start();
  const { until, open } = closedGate();
  const running = [1, 2, 3].map(() => ask({ until }));
  expect([pool.fleet.running, pool.queued, pool.fleet.up]).toEqual([2, 1, 2]);
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
  expect(pool.fleet.restarts).toBe(0);
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
  const asked = ["a", "a", "a", "a", "b"].map((owner) =>
    ask({ until }, { owner }).then(() => order.push(owner)),
  );
  open();
  await Promise.all(asked);
  expect(order.indexOf("b")).toBeLessThanOrEqual(1);
});

it("gives up the newest request of who waits with the most, where the queue is full for another", async () => {
  await createPool({ engines: 1, queueLimit: 2 }).fleet.start();
  const { until, open } = closedGate();
  const running = ask({ until }, { owner: "a" });
  const [older, newer] = [ask({}, { owner: "a" }), ask({ end: "exit" }, { owner: "a" })];
  const other = ask({}, { owner: "b" });
  await expect(newer).rejects.toMatchObject({ kind: "overloaded" });
  open();
  await expect(Promise.all([running, older, other])).resolves.toHaveLength(3);
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

it("refuses what is over the queue's limit, and no more than that", async () => {
  await createPool({ engines: 1, queueLimit: 1 }).fleet.start();
  const { until, open } = closedGate();
  const [running, queued, refused] = [ask({ until }), ask({}), ask({})];
  await expect(refused).rejects.toMatchObject({ kind: "overloaded" });
  open();
  await expect(Promise.all([running, queued])).resolves.toHaveLength(2);
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
  expect(pool.fleet.restarts).toBe(0);
});

it("answers a running request at its deadline and keeps its engine", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const before = pool.fleet.pids;
  const { until, open } = closedGate();
  await expect(ask({ until }, { within: 30 })).rejects.toMatchObject({ kind: "late" });
  open();
  await ask({});
  expect(pool.fleet.pids).toEqual(before);
});

it("drops a request from the queue when its caller goes away", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const caller = new AbortController();
  const { until, open } = closedGate();
  const running = ask({ until });
  const left = ask({ end: "exit" }, { signal: caller.signal });
  caller.abort();
  await expect(left).rejects.toMatchObject({ kind: "canceled" });
  expect(pool.queued).toBe(0);
  open();
  await running;
  expect(pool.fleet.restarts).toBe(0);
});

it("refuses a caller that has already gone", async () => {
  await createPool({ engines: 1 }).fleet.start();
  await expect(ask({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: "canceled" });
});

it("runs the request of a killed engine on another, harming nobody", async () => {
  await createPool().fleet.start();
  const { until, open } = closedGate();
  const running = [ask({ until }), ask({ until }), ask({}), ask({})];
  const killed = pool.fleet.pids[0]!;
  process.kill(killed, "SIGKILL");
  open();
  const answers = await Promise.all(running);
  expect(answers.map(({ pid }) => pid)).not.toContain(killed);
  await allUp(2);
  expect(pool.fleet.restarts).toBe(1);
});

const NOT_PROCESSABLE = { name: "ImageRefusedError", reason: "not_processable", index: 0 };

it("gives a picture that kills engines to two of them and to no third", async () => {
  await createPool({ engines: 3 }).fleet.start();
  await expect(ask({ end: "exit" })).rejects.toMatchObject(NOT_PROCESSABLE);
  await expect(ask({})).resolves.toBeDefined();
  await allUp(3);
  expect(starts()).toBe(5);
});

it("refuses a picture that killed two engines, alone or among others, and loses no engine by it", async () => {
  await createPool({ engines: 2 }).fleet.start();
  const poison = { end: "exit" } as const;
  await expect(ask(poison)).rejects.toMatchObject(NOT_PROCESSABLE);
  const before = starts();
  const call = {
    deadline: Date.now() + 10_000,
    signal: new AbortController().signal,
    owner: "",
    onTaken: ignore,
  };
  await expect(ask(poison)).rejects.toMatchObject(NOT_PROCESSABLE);
  const frames = [{}, poison].map((command) => Buffer.from(JSON.stringify(command)));
  await expect(pool.run("assessPresentationAttack", frames, call)).rejects.toMatchObject({
    ...NOT_PROCESSABLE,
    index: 1,
  });
  await allUp(2);
  expect(starts()).toBe(before + 2);
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

it("remembers a picture whose caller left before the engine died", async () => {
  await createPool({ engines: 1 }).fleet.start();
  for (let i = 0; i < 2; i++) {
    await allUp(1);
    const died = once(pool.fleet, "engine_lost");
    await expect(ask({ sleep: 50, end: "exit" }, { within: 20 })).rejects.toMatchObject({ kind: "late" });
    await died;
  }
  await allUp(1);
  await expect(ask({ sleep: 50, end: "exit" })).rejects.toMatchObject(NOT_PROCESSABLE);
  expect(starts()).toBe(3);
});

it("kills an engine that outlives the run limit, and does not run its request again", async () => {
  await createPool({ engines: 2, runLimit: 100 }).fleet.start();
  await expect(ask({ sleep: 5_000 })).rejects.toMatchObject(NOT_PROCESSABLE);
  await allUp(2);
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

describe("an engine that offers a part of its work", () => {
  it("is helped by one that has nothing to do", async () => {
    await createPool().fleet.start();
    const { pid, helper } = await ask({ offer: {} });
    expect(pool.fleet.pids.toSorted()).toEqual([pid, helper].toSorted());
    await eventually(() => pool.fleet.running).toBe(0);
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
    await eventually(() => pool.fleet.running).toBe(2);
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
    await eventually(() => pool.fleet.running).toBe(2);
    const offering = pool.fleet.pids[0]!;
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
    await eventually(() => pool.fleet.running).toBe(2);
    const drained = pool.drain(20_000);
    open();
    await drained;
    expect((await outcome).helper).toBeGreaterThan(0);
  });
});

it("gives an engine the variables that it needs and no others", async () => {
  vi.stubEnv("SOMEBODYS_SECRET", "secret");
  vi.stubEnv("INFERENCE_TOKEN", "secret");
  vi.stubEnv("LD_LIBRARY_PATH", "/opt/cuda");
  await createPool({ engines: 1 }).fleet.start();
  vi.unstubAllEnvs();
  const environment = readFileSync(`/proc/${pool.fleet.pids[0]}/environ`, "utf8");
  expect(environment).toContain("LD_LIBRARY_PATH=/opt/cuda");
  expect(environment).not.toContain("secret");
});

it("starts the first engine alone, so that models are prepared once", async () => {
  createPool({ engines: 3 });
  const seen: number[] = [];
  pool.fleet.on("engine_ready", () => seen.push(starts()));
  await pool.fleet.start();
  expect(seen[0]).toBe(1);
  expect(pool.fleet.up).toBe(3);
});

it("the pool says why the first engine cannot open", async () => {
  await expect(createPool({}, { failAfter: 0 }).fleet.start()).rejects.toThrow("no such model");
});

it("serves with the engines that open, and gives up only when none can", async () => {
  await createPool({}, { failAfter: 1 }).fleet.start();
  expect(pool.fleet.up).toBe(1);
  await expect(ask({})).resolves.toBeDefined();
  const hopeless = once(pool.fleet, "hopeless");
  process.kill(pool.fleet.pids[0]!, "SIGKILL");
  expect((await hopeless)[0]).toBe("no such model");
});

it("lets admitted requests finish when it drains, admits no more, and leaves no process", async () => {
  await createPool({ engines: 1 }).fleet.start();
  const [pid] = pool.fleet.pids;
  const { until, open } = closedGate();
  const admitted = [ask({ until }), ask({})];
  const drained = pool.drain(20_000);
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
  await pool.drain(100);
  expect(await Promise.all(failures)).toEqual(["stopping", "stopping"]);
});
