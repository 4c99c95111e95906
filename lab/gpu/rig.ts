import type { Figure } from "../bench/figure.ts";
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

/** What one part of a run measures: each figure is told as soon as it is known. */
export type Measure = (rig: Rig) => AsyncIterable<RunFigure>;

/** What the service tells its device processes of rounding; read when CUDA's libraries load. */
export const UNROUNDED = { NVIDIA_TF32_OVERRIDE: "0" } as const;

/** Variables of a host whose nets run where they are measured; a device process runs them on both. */
export const PLACED: Readonly<Record<Provider, Record<string, string>>> = {
  cpu: { EXECUTION_PROVIDER: "cpu", DEVICE: "cpu" },
  cuda: { EXECUTION_PROVIDER: "cuda" },
};
