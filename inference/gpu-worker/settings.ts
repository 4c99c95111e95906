import { z } from "zod";
import { count, flag } from "../settings/variables.ts";

/** A GPU by its number, or a GPU or a slice of one by its UUID. */
const GPU = /^(\d{1,4}|(GPU|MIG)-[\w/.-]{1,120})$/;

const gpus = z
  .string()
  .default("0")
  .transform((list) => list.split(",").map((name) => name.trim()))
  .superRefine((names, context) => {
    const other = names.find((name) => !GPU.test(name));
    const twice = names.find((name, i) => names.indexOf(name) < i);
    const wrong = other === undefined ? twice && `${twice} is there twice` : `"${other}" is no GPU`;
    if (wrong) {
      const message = `must be a list such as 0,1 or GPU-…,MIG-…, and ${wrong}`;
      context.addIssue({ code: "custom", message });
    }
  });

/** The processes that run models for all workers. */
export const gpuWorkerVariables = {
  DEVICE: z
    .literal("cpu")
    .optional()
    .describe("cpu runs the models of a GPU worker in one process on the CPU, for a rehearsal without a GPU"),
  CUDA_DEVICES: gpus.describe(
    "the GPUs, one worker for each: numbers, or UUIDs of GPUs and MIG slices, separated by commas",
  ),
  CUDA_LANES: count(1, 8, 2).describe(
    "threads of a GPU worker, each with its own models and memory; one computes while another reads and answers",
  ),
  TF32: flag.describe(
    "whether GPUs round to TensorFloat-32 within the models; templates then have another version",
  ),
};

const schema = z.object(gpuWorkerVariables);

type Provider = "cpu" | "cuda";

/** A CPU lane computes on the thread itself, and the workers need the other cores. */
const LANES_ON_CPU = 1;

/** Where a GPU worker runs its models. */
export interface GpuWorkerPlace {
  /** `cpu`, or the GPU as the operator names it. */
  readonly name: string;
  /** Threads with models of their own. */
  readonly lanes: number;
  /** Variables of its process, over those of any child; undefined takes one away. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface GpuWorkerSettings {
  /** Empty if all models stay in the inference workers. */
  readonly gpuWorkers: readonly GpuWorkerPlace[];
  readonly tf32: boolean;
}

/**
 * What is wrong with the settings of GPUs together, by the setting's name. `inherited` is this process's
 * CUDA_VISIBLE_DEVICES: numbers count the GPUs that it leaves visible, as in any CUDA program.
 */
export function gpuWorkerFaults(
  env: z.output<typeof schema>,
  provider: Provider,
  inherited: string | undefined,
): Record<string, string> {
  if (provider === "cpu") {
    return env.TF32 ? { TF32: "is a rounding of GPUs: set EXECUTION_PROVIDER=cuda, too" } : {};
  }
  const visible = inherited?.split(",");
  const hidden = env.CUDA_DEVICES.find((name) => visibleAs(name, visible) === undefined);
  return {
    ...(env.DEVICE === "cpu" ? { DEVICE: "must not be cpu beside EXECUTION_PROVIDER=cuda" } : {}),
    ...(hidden === undefined
      ? {}
      : {
          CUDA_DEVICES: `names GPU ${hidden}, but CUDA_VISIBLE_DEVICES leaves ${visible?.length} of them, from 0 on`,
        }),
  };
}

/** The GPU workers of a host whose models run on `provider`, by settings without faults. */
export function gpuWorkerSettings(
  env: z.output<typeof schema>,
  provider: Provider,
  inherited: string | undefined,
): GpuWorkerSettings {
  if (provider === "cpu") {
    return {
      gpuWorkers: env.DEVICE === "cpu" ? [{ name: "cpu", lanes: LANES_ON_CPU, environment: {} }] : [],
      tf32: false,
    };
  }
  const visible = inherited?.split(",");
  const gpuWorkers = env.CUDA_DEVICES.map((name) => ({
    name,
    lanes: env.CUDA_LANES,
    environment: { CUDA_VISIBLE_DEVICES: visibleAs(name, visible), ...ORDER, ...rounding(env.TF32) },
  }));
  return { gpuWorkers, tf32: env.TF32 };
}

/** Numbers of GPUs are those that `nvidia-smi` shows, and not their order by speed. */
const ORDER = { CUDA_DEVICE_ORDER: "PCI_BUS_ID" } as const;

/** Both libraries that compute obey this variable; ONNX Runtime's own option is out of reach here. */
const rounding = (tf32: boolean) => ({ NVIDIA_TF32_OVERRIDE: tf32 ? undefined : "0" });

/** A GPU as CUDA_VISIBLE_DEVICES names it; undefined if it leaves none of this number. */
const visibleAs = (name: string, visible: readonly string[] | undefined): string | undefined =>
  visible === undefined || !/^\d+$/.test(name) ? name : visible[Number(name)];
