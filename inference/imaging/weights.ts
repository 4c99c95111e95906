/** The weights of a pixel add up to this; the kernels divide by it. */
const ONE = 1 << 14;

/** The source's pixels that each pixel of a target is the mean of, along one side. */
export interface Weights {
  /** Pixels of the target. */
  readonly size: number;
  /** All pixels of the source that are in use: from `start` to before `end`. */
  readonly start: number;
  readonly end: number;
  /** The first pixel of the source for one of the target. */
  first(at: number): number;
  /** Pairs of pixels, from the first on, for each of the target; the last may have no weight. */
  readonly pairs: number;
  /** The kernels' table: for each pixel, the first one's address, at `bytes` a pixel, then its weights. */
  table(bytes: number): Int32Array;
  /** Bytes of a pixel's entry in it. */
  readonly entry: number;
}

/**
 * A triangle around the middle of each target pixel, as wide as two of them, at least as two of the source.
 * The target is `length` pixels of the source from `from` on; the source has `count`, and its edge pixels
 * extend beyond it.
 */
export function weightsOf(size: number, from: number, length: number, count: number): Weights {
  const step = length / size;
  const reach = Math.max(step, 1);
  const inside = (at: number) => Math.min(Math.max(at, 0), count - 1);
  const middle = (at: number) => from + (at + 0.5) * step - 0.5;
  const first = (at: number) => inside(Math.ceil(middle(at) - reach));
  const last = (at: number) => inside(Math.floor(middle(at) + reach));
  let most = 1;
  for (let at = 0; at < size; at++) most = Math.max(most, last(at) - first(at) + 1);
  const pairs = Math.ceil(most / 2);
  const shares = new Int16Array(size * pairs * 2);
  for (let at = 0; at < size; at++) {
    const own = new Float64Array(pairs * 2);
    const [centre, begin] = [middle(at), first(at)];
    for (let pixel = Math.ceil(centre - reach); pixel <= Math.floor(centre + reach); pixel++) {
      own[inside(pixel) - begin]! += 1 - Math.abs(pixel - centre) / reach;
    }
    shares.set(whole(own), at * pairs * 2);
  }
  return {
    ...{ size, pairs, first, start: first(0), end: last(size - 1) + 1, entry: 4 + 4 * pairs },
    table(bytes) {
      const table = new Int32Array(size * (1 + pairs));
      for (let at = 0; at < size; at++) {
        table[at * (1 + pairs)] = first(at) * bytes;
        for (let pair = 0; pair < pairs; pair++) {
          const from = (at * pairs + pair) * 2;
          table[at * (1 + pairs) + 1 + pair] = shares[from]! | (shares[from + 1]! << 16);
        }
      }
      return table;
    },
  };
}

/** Scales numbers so that they add up to `ONE`, as whole numbers. */
function whole(shares: Float64Array): Float64Array {
  let total = 0;
  for (const share of shares) total += share;
  let [sum, given] = [0, 0];
  for (let i = 0; i < shares.length; i++) {
    sum += shares[i]!;
    shares[i] = Math.round((sum / total) * ONE) - given;
    given += shares[i]!;
  }
  return shares;
}
