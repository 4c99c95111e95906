/** A lower and an upper bound of a rate, 0..1. */
export type Interval = readonly [low: number, high: number];

const ALPHA = 0.05;
const BISECTIONS = 50;

/** Rule of three: after n independent trials without an error, the rate is under 3 / n with 95 %. */
export const RULE_OF_THREE = 3;

/** The exact two-sided 95 % interval of `errors` in `trials` (Clopper and Pearson); 0..1 for 0 trials. */
export function exactInterval(errors: number, trials: number): Interval {
  const low = errors === 0 ? 0 : 1 - exactUpperBound(trials - errors, trials, ALPHA / 2);
  return [low, exactUpperBound(errors, trials, ALPHA / 2)];
}

/** The rate at which `errors` or fewer in `trials` have the probability `alpha`. */
export function exactUpperBound(errors: number, trials: number, alpha = ALPHA): number {
  if (errors >= trials) return 1;
  let [low, high] = [errors / trials, 1];
  for (let n = 0; n < BISECTIONS; n++) {
    const middle = (low + high) / 2;
    if (atMost(errors, trials, middle) > alpha) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The probability of at most `errors` in `trials` at a rate in 0..1, summed in logarithms against underflow.
 */
function atMost(errors: number, trials: number, rate: number): number {
  const odds = Math.log(rate) - Math.log1p(-rate);
  let term = trials * Math.log1p(-rate);
  let sum = term;
  for (let k = 1; k <= errors; k++) {
    term += Math.log((trials - k + 1) / k) + odds;
    sum = Math.max(sum, term) + Math.log1p(Math.exp(-Math.abs(sum - term)));
  }
  return Math.exp(sum);
}
