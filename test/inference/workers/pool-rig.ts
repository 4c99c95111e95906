import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { WorkerFleet } from "#inference/workers/fleet.ts";
import type { Call } from "#inference/workers/job.ts";
import { type PoolSettings, WorkerPool } from "#inference/workers/pool.ts";
import { roomFor } from "../../harness/inference/room.ts";
import type { Command, Script } from "../../harness/inference/scripted-worker.ts";

type Settings = Partial<PoolSettings & { workers: number; queueLimit: number }>;

/** A pool of scripted workers for each test, which is drained after it. */
export function openPoolRig() {
  let folder: string;
  let pool: WorkerPool;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "selfsame-pool-"));
    writeFileSync(join(folder, "starts"), "");
  });

  afterEach(async () => {
    await pool.drain(0);
    rmSync(folder, { recursive: true });
  });

  return {
    get pool() {
      return pool;
    },
    createPool(
      { workers = 2, queueLimit = 8, ...settings }: Settings = {},
      script: Partial<Script> = {},
    ): WorkerPool {
      const argument = JSON.stringify({ starts: join(folder, "starts"), ...script });
      const path = join(import.meta.dirname, "../../harness/inference/scripted-worker.ts");
      const fleet = new WorkerFleet({ path, argument }, workers);
      pool = new WorkerPool(fleet, {
        queueMemory: roomFor(queueLimit),
        runLimit: 5_000,
        maxWait: 20_000,
        ...settings,
      });
      return pool;
    },
    /** Workers that were started. */
    starts: () => statSync(join(folder, "starts")).size,
    async allUp(workers: number): Promise<void> {
      while (pool.fleet.up < workers) await once(pool.fleet, "up");
    },
    ask(command: Command, waiting: Waiting = {}) {
      const outcome = pool.run("analyzeFace", Buffer.from(JSON.stringify(command)), callOf(waiting));
      // The scripted worker returns its process id as the image's width.
      return outcome.then(({ imageWidth }) => ({ pid: imageWidth }));
    },
  };
}

interface Waiting extends Partial<Omit<Call, "deadline">> {
  /** Milliseconds. */
  readonly within?: number;
}

/** A call with a deadline of ten seconds, of any tenant. */
export function callOf({ within = 10_000, ...call }: Waiting = {}): Call {
  const signal = new AbortController().signal;
  return {
    deadline: performance.now() + within,
    signal,
    tenant: "",
    priority: "interactive",
    onTaken() {},
    ...call,
  };
}
