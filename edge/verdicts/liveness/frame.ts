import type { FrameAssessment } from "../../inference/port.ts";

/** A picture of a face as it was sent, and what inference measured on it. */
export interface CapturedFrame {
  readonly content: Uint8Array;
  readonly assessment: FrameAssessment;
}
