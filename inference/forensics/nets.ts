import type { Net } from "../runtime/session.ts";
import { buildBlockDct } from "./compression/block-dct-graph.ts";
import { buildGridPeriodicity } from "./compression/grid-periodicity-graph.ts";
import { buildKeypoints } from "./copy-move/keypoints-graph.ts";
import { buildNearest } from "./copy-move/nearest-graph.ts";
import { buildHueSpectrum, buildLumaSpectrum } from "./recapture/spectrum-graphs.ts";
import { buildStepProfiles } from "./resampling/step-profiles-graph.ts";

/**
 * Every graph that measures run, by name: heavy array work on pixels, without weights to learn. Each builder says what
 * its graph takes and gives.
 */
const GRAPHS = {
  block_dct: buildBlockDct,
  grid_periodicity: buildGridPeriodicity,
  luma_spectrum: buildLumaSpectrum,
  hue_spectrum: buildHueSpectrum,
  keypoints: buildKeypoints,
  nearest: buildNearest,
  step_profiles: buildStepProfiles,
} as const satisfies Record<string, () => Uint8Array>;

/** The graphs of the measures, opened where the pack's nets run. */
export type ForensicNets = Readonly<Record<keyof typeof GRAPHS, Net>>;

/** Opens every graph by `open`, which is given a name and an ONNX file's bytes. */
export async function openForensicNets(
  open: (name: string, graph: Uint8Array) => Promise<Net>,
): Promise<ForensicNets> {
  const nets: Record<string, Net> = {};
  for (const [name, build] of Object.entries<() => Uint8Array>(GRAPHS))
    nets[name] = await open(name, build());
  return nets as ForensicNets;
}
