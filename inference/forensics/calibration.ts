import table from "./calibration.json" with { type: "json" };
import type { Measurement } from "./measure.ts";
import type { TraceName } from "./traces.ts";

/** Values of a trace, rising: up to where the score is 0, where it is .5, and from where on it is 1. */
export interface Anchors {
  readonly none: number;
  readonly suspect: number;
  readonly sure: number;
}

/** Fitted by `npm run evaluate -- traces --write FILE`, which says how. */
export const CALIBRATION: Readonly<Record<TraceName, Anchors>> = table;

/** Score of what was measured, 0..1. Throws `RangeError` for a value that is no number. */
export const scoreOf = ({ trace, value }: Pick<Measurement, "trace" | "value">): number =>
  calibrated(value, CALIBRATION[trace]);

/** Straight between the anchors. */
export function calibrated(value: number, { none, suspect, sure }: Anchors): number {
  if (!Number.isFinite(value)) throw new RangeError("a forensic measure is not a number");
  if (value <= none) return 0;
  if (value < suspect) return (0.5 * (value - none)) / (suspect - none);
  return value >= sure ? 1 : 0.5 + (0.5 * (value - suspect)) / (sure - suspect);
}
