import { z } from "zod";
import { count, flag } from "../settings/variables.ts";
import type { SessionOptions } from "./session.ts";

/** Where the models run. */
export const runtimeVariables = {
  EXECUTION_PROVIDER: z
    .enum(["cpu", "cuda"])
    .default("cpu")
    .describe("where the models run: cpu or cuda (NVIDIA GPUs)"),
  CUDA_FALLBACK: flag.describe(
    "whether to run on the CPU if CUDA is not available, instead of stopping at the start",
  ),
  INTRA_OP_THREADS: count(1, 256, 1).describe("threads of one inference worker within a model"),
};

const schema = z.object(runtimeVariables);

export interface RuntimeSettings {
  readonly session: SessionOptions;
}

export const runtimeSettings = (env: z.output<typeof schema>): RuntimeSettings => ({
  session: {
    provider: env.EXECUTION_PROVIDER,
    // A device process sees one GPU alone.
    deviceId: 0,
    fallbackToCpu: env.CUDA_FALLBACK,
    intraOpThreads: env.INTRA_OP_THREADS,
  },
});
