import { availableParallelism } from "node:os";
import { z } from "zod";
import { count, MIB, mebibytes, SECOND, seconds, text } from "../settings/variables.ts";
import type { SnapshotSettings } from "./gallery/messages.ts";

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
  GALLERY_DIR: text
    .optional()
    .describe(
      "folder of this host alone, in which galleries outlast a restart, sealed; as many MiB as GALLERY_MEMORY. Unset, the edge sends them again",
    ),
  GALLERY_KEY: z
    .base64()
    .refine((key) => Buffer.from(key, "base64").length === 32, "32 bytes in base64")
    .optional()
    .describe(
      "secret that seals GALLERY_DIR, 32 bytes in base64; under another one galleries are sent again",
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
  /** Null where galleries are kept in memory alone. */
  readonly gallerySnapshots: SnapshotSettings | null;
  /** Milliseconds. */
  readonly maxWait: number;
  readonly runLimit: number;
  readonly lameDuck: number;
  readonly drainLimit: number;
}

/** Throws an `Error` when galleries would be written under no key. A key without a folder seals nothing. */
function snapshotSettings({ GALLERY_DIR, GALLERY_KEY }: z.output<typeof schema>): SnapshotSettings | null {
  if (GALLERY_DIR === undefined) return null;
  if (GALLERY_KEY === undefined) throw new Error("settings: GALLERY_DIR goes with GALLERY_KEY");
  return { folder: GALLERY_DIR, key: Buffer.from(GALLERY_KEY, "base64") };
}

/** Throws an `Error` when settings contradict each other. */
export const engineSettings = (env: z.output<typeof schema>): EngineSettings => ({
  modelsDir: env.MODELS_DIR,
  engines: env.ENGINES,
  queueMemory: env.QUEUE_MEMORY * MIB,
  gallerySnapshots: snapshotSettings(env),
  maxWait: env.MAX_WAIT * SECOND,
  galleryMemory: env.GALLERY_MEMORY * MIB,
  runLimit: env.RUN_LIMIT * SECOND,
  lameDuck: env.LAME_DUCK * SECOND,
  drainLimit: env.DRAIN_LIMIT * SECOND,
});
