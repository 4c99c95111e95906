import type { Box } from "../geometry/boxes.ts";

/** What a measure found, in pixels of the upload. */
export interface Measured {
  /** 0..1. */
  readonly score: number;
  readonly region: Box | null;
}

/** Values of a measure, rising: where the score is 0, where it is 0.5, and from where on it is 1. */
export interface Anchors {
  readonly none: number;
  readonly suspect: number;
  readonly sure: number;
}

/** Score of a measure, 0..1, straight between its anchors. Throws `RangeError` for a measure that is no number. */
export function calibrated(value: number, { none, suspect, sure }: Anchors): number {
  if (!Number.isFinite(value)) throw new RangeError("a forensic measure is not a number");
  if (value <= none) return 0;
  if (value < suspect) return (0.5 * (value - none)) / (suspect - none);
  return Math.min(1, 0.5 + (0.5 * (value - suspect)) / (sure - suspect));
}
