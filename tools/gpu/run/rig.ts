import { type InferenceProcess, startInference } from "../../../test/harness/inference/process.ts";
import { clientsOver, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import type { Figure } from "../../bench/figure.ts";
import type { Material } from "./material.ts";

export type Provider = "cpu" | "cuda";

/** What is measured, and on what. */
export interface Rig {
  readonly provider: Provider;
  readonly models: string;
  readonly material: Material;
  /** Calls after ready, none of which may be slow. */
  readonly calls: number;
}

/** A figure of a run; a bar that only a GPU has to reach is shown by a rehearsal, and not counted. */
export interface RunFigure extends Figure {
  readonly onGpuOnly?: true;
}

/** One part of a run: what it measures, and its figures. */
export interface Part {
  readonly summary: string;
  readonly measure: (rig: Rig) => Promise<RunFigure[]>;
}

/** A run takes its time, and a busy machine must not end it. */
const PATIENCE = { REQUEST_TIMEOUT: "300", RUN_LIMIT: "300" } as const;

/** Variables of a host whose nets run where they are measured; a device process runs them on both. */
export const PLACED: Readonly<Record<Provider, Record<string, string>>> = {
  cpu: { EXECUTION_PROVIDER: "cpu", DEVICE: "cpu" },
  cuda: { EXECUTION_PROVIDER: "cuda" },
};

type Clients = ReturnType<typeof clientsOver>;

/** The service as it is measured; `reference` is a host without a device. */
export async function withService<T>(
  { models, provider }: Pick<Rig, "models" | "provider">,
  where: "placed" | "reference",
  engines: number,
  use: (clients: Clients, service: InferenceProcess) => Promise<T>,
): Promise<T> {
  const placed = where === "placed" ? PLACED[provider] : { EXECUTION_PROVIDER: "cpu" };
  const service = await startInference({
    ...PATIENCE,
    ...placed,
    MODELS_DIR: models,
    ENGINES: String(engines),
  });
  try {
    return await use(clientsOver(TRANSPORTS["native gRPC"](service)), service);
  } finally {
    await service.stop();
  }
}
