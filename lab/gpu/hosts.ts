import { type InferenceProcess, startInference } from "../../test/harness/inference/process.ts";
import { clientsOver, TRANSPORTS } from "../../test/harness/inference/serving.ts";
import type { Figure } from "../bench/figure.ts";
import type { Material } from "./material.ts";

export type Provider = "cpu" | "cuda";

/** The measured subject, and its material. */
export interface Rig {
  readonly provider: Provider;
  readonly models: string;
  readonly material: Material;
  /** Calls after ready; none of them may be slow. */
  readonly calls: number;
}

/** A figure of a run; a bar that only a GPU has to reach is shown by a rehearsal, and not counted. */
export interface RunFigure extends Figure {
  readonly onGpuOnly?: true;
}

/** Long limits, so that a busy machine does not end a run. */
const PATIENCE = { REQUEST_TIMEOUT: "300", RUN_LIMIT: "300", MAX_WAIT: "300" } as const;

/** Variables of a host: with the models on the GPU worker that is measured, or without a GPU worker. */
const VARIABLES: Readonly<Record<Provider | "reference", Record<string, string>>> = {
  cpu: { EXECUTION_PROVIDER: "cpu", DEVICE: "cpu" },
  cuda: { EXECUTION_PROVIDER: "cuda" },
  reference: { EXECUTION_PROVIDER: "cpu" },
};

/** The service with its workers, as an operator would start it. */
export interface Host {
  readonly clients: ReturnType<typeof clientsOver>;
  readonly service: InferenceProcess;
}

/** With the models on the GPU worker that is measured, and without a GPU worker. */
export interface Hosts {
  readonly placed: Host;
  readonly reference: Host;
}

export async function startHost(models: string, provider: Provider | "reference"): Promise<Host> {
  const service = await startInference({ ...PATIENCE, ...VARIABLES[provider], MODELS_DIR: models });
  return { clients: clientsOver(TRANSPORTS["native gRPC"](service)), service };
}

/** Calls with every item, with a maximum of concurrent calls. */
export async function atOnce<Item>(
  count: number,
  items: Iterable<Item>,
  call: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const lane = async () => {
    // The lanes share one iterator, and so each item goes to one of them.
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) await call(next.value);
  };
  await Promise.all(Array.from({ length: count }, lane));
}
