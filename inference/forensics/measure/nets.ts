import type { Net } from "../../runtime/session.ts";

/** The names of the measures' ONNX graphs; `graphs.ts` builds them. */
export type GraphName =
  | "block_dct"
  | "grid_periodicity"
  | "luma_spectrum"
  | "hue_spectrum"
  | "keypoints"
  | "nearest"
  | "step_profiles";

/** The graphs of the measures, opened where the pack's nets run. */
export type ForensicNets = Readonly<Record<GraphName, Net>>;
