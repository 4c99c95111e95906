import { availableParallelism } from "node:os";
import { z } from "zod";
import { count, MIB, SECOND, seconds, text } from "../settings/variables.ts";

/** The engine processes, the thread of the galleries, and the queues before them. */
export const engineVariables = {
  MODELS_DIR: text.default(".local/models").describe("folder of the prepared model pack"),
  ENGINES: count(1, 256, availableParallelism()).describe("engine processes"),
  QUEUE_LIMIT: count(0, 10_000, 32).describe(
    "requests that may wait for an engine, each side of a document by itself; of more, the newest of the tenant that waits with the most are refused",
  ),
  GALLERY_MEMORY: count(1, 8_192, 2_048).describe(
    "MiB that galleries may take; about 1.4 KiB a face of 256 dimensions",
  ),
  RUN_LIMIT: seconds(60).describe("seconds after which an engine that has not answered is killed"),
  DRAIN_LIMIT: seconds(30).describe("seconds that running calls are given after SIGTERM"),
};

const schema = z.object(engineVariables);

export interface EngineSettings {
  readonly modelsDir: string;
  readonly engines: number;
  readonly queueLimit: number;
  /** Bytes. */
  readonly galleryMemory: number;
  /** Milliseconds. */
  readonly runLimit: number;
  readonly drainLimit: number;
}

export const engineSettings = (env: z.output<typeof schema>): EngineSettings => ({
  modelsDir: env.MODELS_DIR,
  engines: env.ENGINES,
  queueLimit: env.QUEUE_LIMIT,
  galleryMemory: env.GALLERY_MEMORY * MIB,
  runLimit: env.RUN_LIMIT * SECOND,
  drainLimit: env.DRAIN_LIMIT * SECOND,
});
