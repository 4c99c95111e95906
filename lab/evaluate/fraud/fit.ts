import type { CalibrationPoints } from "../../../inference/forensics/detector/calibration.ts";
import { quantile } from "../../../inference/statistics.ts";

/** Shares of genuine uploads under the score 0, and under the score of an indicator. */
const QUIET = 0.95;
const GENUINE = 0.995;
const DIGITS = 3;
/** With fewer genuine uploads that show a value the tail cannot be estimated. */
const LEAST_GENUINE = 50;

/**
 * Whether enough uploads show a value of an indicator to fit it; otherwise its anchors stay. Values of those
 * that were measured alone.
 */
export const canFit = (genuine: readonly number[], attacked: readonly number[]): boolean =>
  genuine.length >= LEAST_GENUINE && new Set([...genuine, ...attacked]).size > 1;

/**
 * Anchors of an indicator by its values on genuine and on attacked uploads. The 95th percentile of the
 * genuine scores 0; their 99.5th, but no less than `floor`, scores 0.5; the median of the attacked over it
 * scores 1, or twice as far where no attack lies over it.
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

/**
 * Where all genuine values are equal, an indicator begins at a twentieth of the way to the attacked values.
 */
function tail(genuine: readonly number[], attacked: readonly number[], none: number): number {
  const end = quantile(genuine, GENUINE);
  if (end > none) return end;
  const far = attacked.filter((value) => value > none);
  return none + (far.length === 0 ? Math.max(1, Math.abs(none)) : (quantile(far, 0.5) - none) / 20);
}

const rounded = (value: number) => Number(value.toPrecision(DIGITS));
