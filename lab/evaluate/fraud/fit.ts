import type { CalibrationPoints } from "../../../inference/forensics/detector/calibration.ts";
import { quantile } from "../../../inference/statistics.ts";

/** Shares of genuine uploads under the score 0, and under the score of an indicator. */
const QUIET = 0.95;
const GENUINE = 0.995;
const DIGITS = 3;
/** With fewer genuine uploads that show a value the tail cannot be estimated. */
const LEAST_GENUINE = 50;

/**
 * Whether enough uploads show a value of an indicator to fit it; otherwise its calibration points stay.
 * Values of the measured uploads alone.
 */
export const canFit = (genuine: readonly number[], attacked: readonly number[]): boolean =>
  genuine.length >= LEAST_GENUINE && new Set([...genuine, ...attacked]).size > 1;

/**
 * Calibration points of an indicator by its values on genuine and on attacked uploads. The 95th percentile of
 * the genuine values scores 0. Their 99.5th percentile, but at least `floor`, scores 0.5. The median of the
 * attacked values above it scores 1, or twice the distance if there are none.
 */
export function fitCalibration(
  genuine: readonly number[],
  attacked: readonly number[],
  floor = Number.NEGATIVE_INFINITY,
): CalibrationPoints {
  const none = quantile(genuine, QUIET);
  const suspect = Math.max(tail(genuine, attacked, none), floor);
  const over = attacked.filter((value) => value > suspect);
  const apart = suspect + (suspect - none) / 2;
  const most = attacked.reduce((high, value) => Math.max(high, value), suspect);
  const sure = over.length === 0 ? 2 * suspect - none : Math.max(quantile(over, 0.5), Math.min(apart, most));
  return { none: rounded(none), suspect: rounded(suspect), sure: rounded(sure) };
}

/** If all genuine values are equal, the score rises from a twentieth of the way to the attacked values. */
function tail(genuine: readonly number[], attacked: readonly number[], none: number): number {
  const end = quantile(genuine, GENUINE);
  if (end > none) return end;
  const far = attacked.filter((value) => value > none);
  return none + (far.length === 0 ? Math.max(1, Math.abs(none)) : (quantile(far, 0.5) - none) / 20);
}

const rounded = (value: number) => Number(value.toPrecision(DIGITS));
