/** A lower and an upper bound of a rate, 0..1. */
export type Interval = readonly [low: number, high: number];

/** A rate in per cent, with as many digits as a rate of its size can use. */
export function percent(rate: number): string {
  if (!Number.isFinite(rate)) return "–";
  const value = rate * 100;
  return `${value === 0 || value >= 10 ? value.toFixed(1) : value.toPrecision(2)} %`;
}

/** "1.2 % [0.9–1.7]". */
export function withInterval(rate: number, [low, high]: Interval): string {
  return `${percent(rate)} [${percent(low).slice(0, -2)}–${percent(high).slice(0, -2)}]`;
}

/** "3 of 17". */
export const share = (count: number, total: number): string => `${count} of ${total}`;
