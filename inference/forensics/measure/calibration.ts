import table from "./calibration.json" with { type: "json" };
import type { Measurement } from "./measure.ts";
import type { TraceName } from "./traces.ts";

/** Rising values of a trace: the score is 0 up to `none`, 0.5 at `suspect`, and 1 from `sure` on. */
export interface Anchors {
  readonly none: number;
  readonly suspect: number;
  readonly sure: number;
}

/** Fitted by `npm run lab -- evaluate traces --write FILE`, which says how. */
export const CALIBRATION: Readonly<Record<TraceName, Anchors>> = table;

/** The score of a measurement, 0..1. Throws `RangeError` for a value that is not a number. */
export const scoreOf = ({ trace, value }: Pick<Measurement, "trace" | "value">): number =>
  calibrated(value, CALIBRATION[trace]);

/** The score of a value, 0..1: linear between the anchors. */
export function calibrated(value: number, { none, suspect, sure }: Anchors): number {
  if (!Number.isFinite(value)) throw new RangeError("a forensic measure is not a number");
  if (value <= none) return 0;
  if (value < suspect) return (0.5 * (value - none)) / (suspect - none);
  return value >= sure ? 1 : 0.5 + (0.5 * (value - suspect)) / (sure - suspect);
}
