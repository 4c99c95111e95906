import { z } from "zod";
import { count, flag } from "../settings/variables.ts";
import type { SessionOptions } from "./session.ts";

/** Where the models run. */
export const runtimeVariables = {
  EXECUTION_PROVIDER: z.enum(["cpu", "cuda"]).default("cpu").describe("where the models run: cpu or cuda"),
  CUDA_FALLBACK: flag.describe("true: run on the CPU when CUDA cannot be had, instead of refusing to start"),
  INTRA_OP_THREADS: count(1, 256, 1).describe("threads of one engine within a model"),
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
