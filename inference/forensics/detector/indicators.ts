import type { Model } from "../../runtime/session.ts";

/** The signal of contract §6 that each indicator supports. */
export const INDICATORS = {
  foreign_history: "digital_tampering",
  foreign_history_in_portrait: "portrait_substitution",
  foreign_history_at_text: "text_tampering",
  resampled_portrait: "portrait_substitution",
  seam_at_portrait: "portrait_substitution",
  seam_at_text: "text_tampering",
  seam_on_page: "splicing",
  turning_hue: "screen_recapture",
  halftone: "print_recapture",
  missing_colour: "photocopy",
  missing_noise: "screenshot",
  named_screenshot: "screenshot",
  copied_patch: "copy_move",
  odd_word: "text_tampering",
  odd_character: "text_tampering",
  odd_slope: "text_tampering",
  contradicting_metadata: "metadata_anomaly",
  stale_thumbnail: "metadata_anomaly",
} as const;

export type IndicatorName = keyof typeof INDICATORS;

/** The names of the measures' ONNX graphs; `graphs.ts` builds them. */
export type GraphName =
  | "block_dct"
  | "grid_periodicity"
  | "luma_spectrum"
  | "hue_spectrum"
  | "keypoints"
  | "nearest"
  | "step_profiles";

/** The graphs of the detectors, opened where the bundle's models run. */
export type ForensicModels = Readonly<Record<GraphName, Model>>;
