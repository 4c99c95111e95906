/** A lower and an upper bound of a rate, 0..1. */
export type Interval = readonly [low: number, high: number];

/** A rate in per cent, with digits to suit its size. */
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

/** The 95 % interval of a share of independent trials (E. B. Wilson, Probable inference, 1927). */
export function wilson(count: number, total: number): Interval {
  if (total === 0) return [0, 1];
  const [z, rate] = [1.96, count / total];
  const middle = rate + z ** 2 / (2 * total);
  const reach = z * Math.sqrt((rate * (1 - rate)) / total + z ** 2 / (4 * total ** 2));
  const within = (value: number) => Math.min(1, Math.max(0, value / (1 + z ** 2 / total)));
  return [within(middle - reach), within(middle + reach)];
}

/** "3 of 17, 17.6 % [6.2–41.0]", 95 %. */
export const rateOf = (count: number, total: number): string =>
  `${share(count, total)}, ${withInterval(count / total, wilson(count, total))}`;
