import type { Counts } from "../results/tallies.ts";

/**
 * Median and 95th percentile of counted values by nearest rank: the smallest value that at least 50 % or 95 %
 * of the values do not exceed. The keys of the counts are the values; there must be one.
 */
export function percentilesOf(tallied: readonly Counts[]): { p50Ms: number; p95Ms: number } {
  const values = tallied
    .flatMap((counts) => Object.entries(counts).map(([value, n]) => ({ value: Number(value), n })))
    .sort((a, b) => a.value - b.value);
  const total = values.reduce((sum, { n }) => sum + n, 0);
  const least = (percent: number) => {
    let rank = 0;
    for (const { value, n } of values) {
      rank += n;
      if (rank * 100 >= total * percent) return value;
    }
    return 0;
  };
  return { p50Ms: least(50), p95Ms: least(95) };
}
