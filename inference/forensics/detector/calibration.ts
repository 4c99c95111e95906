import table from "./calibration.json" with { type: "json" };
import type { Measurement } from "./detector.ts";
import type { IndicatorName } from "./indicators.ts";

/** Rising values of an indicator: the score is 0 up to `none`, 0.5 at `suspect`, and 1 from `sure` on. */
export interface CalibrationPoints {
  readonly none: number;
  readonly suspect: number;
  readonly sure: number;
}

/** Fitted by `npm run lab -- evaluate indicators --write FILE`, which says how. */
export const CALIBRATION: Readonly<Record<IndicatorName, CalibrationPoints>> = table;

/** The score of a measurement, 0..1. Throws `RangeError` for a value that is not a number. */
export const scoreOf = ({ indicator, value }: Pick<Measurement, "indicator" | "value">): number =>
  calibrated(value, CALIBRATION[indicator]);

/** The score of a value, 0..1: linear between the calibration points. */
export function calibrated(value: number, { none, suspect, sure }: CalibrationPoints): number {
  if (!Number.isFinite(value)) throw new RangeError("a forensic measure is not a number");
  if (value <= none) return 0;
  if (value < suspect) return (0.5 * (value - none)) / (suspect - none);
  return value >= sure ? 1 : 0.5 + (0.5 * (value - suspect)) / (sure - suspect);
}
