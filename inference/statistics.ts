/**
 * The quantile at `share`, 0..1: of n values in rising order the one at index `⌊share · n⌋`, or the last.
 * Throws `RangeError` for an empty sample.
 */
export function quantile(values: ArrayLike<number>, share: number): number {
  return ofRank(copyOf(values), Math.min(values.length - 1, Math.floor(share * values.length)));
}

/** Values of half of a float32's bits. */
const HALVES = 2 ** 16;

/**
 * The same for several shares, of values from 0 on: the bits of such floats sort like their values. Counts
 * each half of the bits (radix selection), which takes a tenth of the time of sorting a strip of pixels, and
 * little memory.
 */
export function quantilesOfLevels(values: Float32Array, shares: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError(EMPTY);
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const upper = new Uint32Array(HALVES);
  for (let i = 0; i < bits.length; i++) upper[bits[i]! >>> 16]!++;
  return shares.map((share) => {
    const high = ranked(upper, Math.min(values.length - 1, Math.floor(share * values.length)));
    const lower = new Uint32Array(HALVES);
    for (let i = 0; i < bits.length; i++) if (bits[i]! >>> 16 === high.bin) lower[bits[i]! & 0xffff]!++;
    const low = ranked(lower, high.rank);
    return new Float32Array(Uint32Array.of((high.bin << 16) | low.bin).buffer)[0]!;
  });
}

/** The bin that holds the value of a rank, counted from 0, and its rank within that bin. */
function ranked(counts: Uint32Array, rank: number): { readonly bin: number; readonly rank: number } {
  let [bin, left] = [0, rank];
  while (left >= counts[bin]!) left -= counts[bin++]!;
  return { bin, rank: left };
}

/** The arithmetic mean; NaN of an empty sample. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/**
 * The median; of an even number of values the mean of the middle two. Throws `RangeError` for an empty
 * sample.
 */
export function median(values: ArrayLike<number>): number {
  const copy = copyOf(values);
  return (ofRank(copy, (copy.length - 1) >> 1) + ofRank(copy, copy.length >> 1)) / 2;
}

/** Standard deviation over median absolute deviation, of a normal distribution. */
const NORMAL = 1.4826;

/** Standard deviation of normal noise from the median of its absolute deviations, robust against outliers. */
export const robustDeviation = (absoluteDeviations: ArrayLike<number>): number =>
  NORMAL * median(absoluteDeviations);

const EMPTY = "an empty sample has no quantiles";

function copyOf(values: ArrayLike<number>): Float64Array {
  if (values.length === 0) throw new RangeError(EMPTY);
  return new Float64Array(values);
}

/**
 * The value of a rank, counted from 0 in rising order. Sorts the values only as far as that needs (Hoare's
 * selection): the part that holds the rank is divided by one of its values, again and again.
 */
function ofRank(values: Float64Array, rank: number): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = values[rank]!;
    let [left, right] = [from, to];
    while (left <= right) {
      while (values[left]! < pivot) left++;
      while (values[right]! > pivot) right--;
      if (left > right) break;
      const value = values[left]!;
      values[left++] = values[right]!;
      values[right--] = value;
    }
    if (right < rank) from = left;
    if (left > rank) to = right;
  }
  return values[rank]!;
}
