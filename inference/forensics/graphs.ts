import type { Model } from "../runtime/session.ts";
import { buildBlockDct } from "./compression/block-dct.ts";
import { buildGridPeriodicity } from "./compression/non-aligned-grid.ts";
import { buildNearest } from "./copy-move/keypoint-matches.ts";
import { buildKeypoints } from "./copy-move/keypoints.ts";
import type { ForensicModels, GraphName } from "./detector/indicators.ts";
import { buildHueSpectrum, buildLumaSpectrum } from "./recapture/spectrum-graphs.ts";
import { buildStepProfiles } from "./resampling.ts";

/**
 * Every ONNX graph of the measures, by name: array work on pixels, without learned weights. Each builder
 * documents the graph's inputs and outputs.
 */
const GRAPHS = {
  block_dct: buildBlockDct,
  grid_periodicity: buildGridPeriodicity,
  luma_spectrum: buildLumaSpectrum,
  hue_spectrum: buildHueSpectrum,
  keypoints: buildKeypoints,
  nearest: buildNearest,
  step_profiles: buildStepProfiles,
} as const satisfies Record<GraphName, () => Uint8Array>;

/** Opens every graph. `open` takes a name and the bytes of an ONNX file. */
export async function openForensicModels(
  open: (name: string, graph: Uint8Array) => Promise<Model>,
): Promise<ForensicModels> {
  const models: Record<string, Model> = {};
  for (const [name, build] of Object.entries<() => Uint8Array>(GRAPHS))
    models[name] = await open(name, build());
  return models as ForensicModels;
}
