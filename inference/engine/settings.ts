import { availableParallelism } from "node:os";
import { z } from "zod";
import { count, MIB, mebibytes, SECOND, seconds, text } from "../settings/variables.ts";

/** The engine processes, the thread of the galleries, and the queues before them. */
export const engineVariables = {
  MODELS_DIR: text.default(".local/models").describe("folder of the prepared model pack"),
  ENGINES: count(1, 256, availableParallelism()).describe("engine processes"),
  QUEUE_MEMORY: mebibytes(320).describe(
    "MiB of uploads that may wait for an engine, and as much of searches for the galleries; of more, the newest of the tenant that waits with the most are refused",
  ),
  MAX_WAIT: seconds(20).describe(
    "seconds after which an engine must be expected to take a call that somebody waits for; others are refused on arrival",
  ),
  GALLERY_MEMORY: count(1, 8_192, 2_048).describe(
    "MiB that galleries may take; about 1.4 KiB a face of 256 dimensions",
  ),
  RUN_LIMIT: seconds(60).describe("seconds after which an engine that has not answered is killed"),
  LAME_DUCK: seconds(5, 0).describe(
    "seconds after SIGTERM in which calls are still taken while health says not ready: as long as a balancer takes to notice",
  ),
  DRAIN_LIMIT: seconds(30).describe("seconds that running calls are given once no more are taken"),
};

const schema = z.object(engineVariables);

export interface EngineSettings {
  readonly modelsDir: string;
  readonly engines: number;
  /** Bytes. */
  readonly queueMemory: number;
  /** Bytes. */
  readonly galleryMemory: number;
  /** Milliseconds. */
  readonly maxWait: number;
  readonly runLimit: number;
  readonly lameDuck: number;
  readonly drainLimit: number;
}

export const engineSettings = (env: z.output<typeof schema>): EngineSettings => ({
  modelsDir: env.MODELS_DIR,
  engines: env.ENGINES,
  queueMemory: env.QUEUE_MEMORY * MIB,
  maxWait: env.MAX_WAIT * SECOND,
  galleryMemory: env.GALLERY_MEMORY * MIB,
  runLimit: env.RUN_LIMIT * SECOND,
  lameDuck: env.LAME_DUCK * SECOND,
  drainLimit: env.DRAIN_LIMIT * SECOND,
});
