import { availableParallelism } from "node:os";
import { z } from "zod";
import { count, MIB, mebibytes, SECOND, seconds, text } from "../settings/variables.ts";
import { type GallerySettings, gallerySettings, galleryVariables } from "./gallery-settings.ts";

/** The inference workers, the galleries, and the queues before them. */
export const engineVariables = {
  MODELS_DIR: text.default(".local/models").describe("folder of the prepared model pack"),
  ENGINES: count(1, 256, availableParallelism()).describe("engine processes"),
  QUEUE_MEMORY: mebibytes(320).describe(
    "MiB of uploads that may wait for an engine, and as much of searches for the galleries. A tenant may hold no more than is left free: half of it alone, a third beside another",
  ),
  MAX_WAIT: seconds(20).describe(
    "seconds within which an engine must be expected to take a call; others are refused on arrival",
  ),
  ...galleryVariables,
  RUN_LIMIT: seconds(60).describe("seconds after which an engine that has not answered is killed"),
  LAME_DUCK: seconds(5, 0).describe(
    "seconds after SIGTERM in which calls are still taken while health says not ready: as long as a balancer takes to notice",
  ),
  DRAIN_LIMIT: seconds(30).describe("seconds that running calls are given once no more are taken"),
};

const schema = z.object(engineVariables);

export interface EngineSettings extends GallerySettings {
  readonly modelsDir: string;
  readonly engines: number;
  /** Bytes. */
  readonly queueMemory: number;
  /** Milliseconds. */
  readonly maxWait: number;
  readonly runLimit: number;
  readonly lameDuck: number;
  readonly drainLimit: number;
}

/** Throws an `Error` when settings contradict each other. */
export const engineSettings = (
  env: z.output<typeof schema>,
  isPlaintextAllowed: boolean,
): EngineSettings => ({
  modelsDir: env.MODELS_DIR,
  engines: env.ENGINES,
  queueMemory: env.QUEUE_MEMORY * MIB,
  ...gallerySettings(env, isPlaintextAllowed),
  maxWait: env.MAX_WAIT * SECOND,
  runLimit: env.RUN_LIMIT * SECOND,
  lameDuck: env.LAME_DUCK * SECOND,
  drainLimit: env.DRAIN_LIMIT * SECOND,
});
