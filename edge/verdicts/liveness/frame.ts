import type { FrameAssessment } from "../../inference/port.ts";

/** A picture of a face as uploaded, and inference's measures of it. */
export interface CapturedFrame {
  readonly content: Uint8Array;
  readonly assessment: FrameAssessment;
}
