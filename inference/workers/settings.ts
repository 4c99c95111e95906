import { availableParallelism } from "node:os";
import { z } from "zod";
import { folderPath } from "../settings/files.ts";
import { count, MIB, mebibytes, SECOND, seconds } from "../settings/variables.ts";
import { type GallerySettings, gallerySettings, galleryVariables } from "./gallery-settings.ts";

/** The inference workers, the galleries, and the queues before them. */
export const workerVariables = {
  MODELS_DIR: folderPath
    .default(".local/models")
    .describe("the folder of the prepared model bundle; it is made in a folder that exists"),
  WORKERS: count(1, 256, availableParallelism()).describe("the number of inference workers (processes)"),
  QUEUE_MEMORY: mebibytes(320).describe(
    "MiB of uploads that may wait for a worker, and the same for gallery searches. A tenant may use at most half of it alone, and a third beside another tenant",
  ),
  MAX_WAIT: seconds(20).describe(
    "seconds within which a worker must be expected to take a call; other calls are rejected on arrival",
  ),
  ...galleryVariables,
  RUN_LIMIT: seconds(60).describe("seconds after which a worker that has not answered is killed"),
  LAME_DUCK: seconds(5, 0).describe(
    "seconds after SIGTERM in which calls are still accepted while health reports not ready, so that a load balancer notices",
  ),
  DRAIN_LIMIT: seconds(30).describe("seconds that running calls then have to end"),
};

const schema = z.object(workerVariables);

export interface WorkerSettings extends GallerySettings {
  readonly modelsDir: string;
  readonly workers: number;
  /** Bytes. */
  readonly queueMemory: number;
  /** Milliseconds. */
  readonly maxWait: number;
  readonly runLimit: number;
  readonly lameDuck: number;
  readonly drainLimit: number;
}

/** By settings without faults. */
export const workerSettings = (env: z.output<typeof schema>): WorkerSettings => ({
  modelsDir: env.MODELS_DIR,
  workers: env.WORKERS,
  queueMemory: env.QUEUE_MEMORY * MIB,
  ...gallerySettings(env),
  maxWait: env.MAX_WAIT * SECOND,
  runLimit: env.RUN_LIMIT * SECOND,
  lameDuck: env.LAME_DUCK * SECOND,
  drainLimit: env.DRAIN_LIMIT * SECOND,
});
