/** The middle value of at least one; of an even number the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}
