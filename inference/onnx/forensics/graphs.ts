import { buildBlockDct } from "../../forensics/compression/block-dct-graph.ts";
import { buildGridPeriodicity } from "../../forensics/compression/grid-periodicity-graph.ts";
import { buildKeypoints } from "../../forensics/copy-move/keypoints-graph.ts";
import { buildNearest } from "../../forensics/copy-move/nearest-graph.ts";
import { buildHueSpectrum, buildLumaSpectrum } from "../../forensics/recapture/spectrum-graphs.ts";
import { buildStepProfiles } from "../../forensics/resampling/step-profiles-graph.ts";

/**
 * Every graph that forensic measures run, by name: heavy array work on pixels, without weights to learn. Each builder says
 * what its graph takes and gives.
 */
export const FORENSIC_GRAPHS = {
  block_dct: buildBlockDct,
  grid_periodicity: buildGridPeriodicity,
  luma_spectrum: buildLumaSpectrum,
  hue_spectrum: buildHueSpectrum,
  keypoints: buildKeypoints,
  nearest: buildNearest,
  step_profiles: buildStepProfiles,
} as const satisfies Record<string, () => Uint8Array>;

export type ForensicGraph = keyof typeof FORENSIC_GRAPHS;
