/** A letter that a recogniser seldom saw, and the frequent one of the same shape, by their classes. */
interface Pair {
  readonly rare: number;
  readonly frequent: number;
  /** Ratio of their probabilities at which print shows either as likely. */
  readonly odds: number;
}

/** The pairs of a recogniser, by each of their two classes. */
export type RareLetters = ReadonlyMap<number, Pair>;

/**
 * Letters that PP-OCRv6 seldom saw in such words, the ones that it takes them for, and the odds. Their
 * probability is then small, but far above the one that they have where the frequent letter is printed. The
 * odds are three times the highest seen there, since no frequent letter must be read as a rare one. Measured:
 * docs/project/measurements/documents.md, "The readers of print".
 */
export const RARE_IN_V6: readonly (readonly [rare: string, frequent: string, odds: number])[] = [
  ["ß", "B", 1e-2],
  ["Þ", "P", 1e-3],
  ["þ", "p", 3e-3],
  ["Đ", "D", 2e-3],
];

/** The pairs of letters of which the recogniser has both. */
export function rareLetters(
  pairs: readonly (readonly [rare: string, frequent: string, odds: number])[],
  characters: readonly string[],
): RareLetters {
  const found = pairs.map(([rare, frequent, odds]) => ({
    rare: characters.indexOf(rare),
    frequent: characters.indexOf(frequent),
    odds,
  }));
  const known = found.filter(({ rare, frequent }) => rare >= 0 && frequent >= 0);
  return new Map(known.flatMap((pair) => [[pair.rare, pair] as const, [pair.frequent, pair] as const]));
}

/** Steps of a line with one likeliest class. */
export interface Run {
  readonly best: number;
  /** Probability of that class at the first step. */
  readonly most: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The likelier letter of a run's pair and its probability, as if print had both equally often. `data` has a
 * row of `classes` probabilities for each step.
 */
export function weighed(
  { data, classes }: { readonly data: Float32Array; readonly classes: number },
  { most, from, to, best }: Run,
  { rare, frequent, odds }: Pair,
): readonly [read: number, probability: number] {
  let share = 0;
  for (let at = from * classes; at < to * classes; at += classes) {
    const [one, other] = [data[at + rare]!, data[at + frequent]!];
    share = Math.max(share, one / (one + odds * other));
  }
  const both = most + data[from * classes + (best === rare ? frequent : rare)]!;
  return share > 0.5 ? [rare, both * share] : [frequent, both * (1 - share)];
}
