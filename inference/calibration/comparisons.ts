/** One capture of one person. */
export interface Sample {
  readonly subject: string;
  /** Its template: a unit vector. */
  readonly vector: readonly number[];
}

/** Comparisons as columns: the score and the indices of the two samples. Highest score first. */
export interface Scores {
  readonly score: Float32Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
}

/** Every comparison among the samples: mated ones are of one subject. */
export interface Comparisons {
  readonly mated: Scores;
  readonly nonMated: Scores;
  /** The subject of each sample, from 0. */
  readonly subjectOf: Uint32Array;
  /** Number of samples of each subject. */
  readonly sizes: Uint32Array;
}

/** Comparison score: the dot product of two templates. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += a[n]! * b[n]!;
  return sum;
}

/** Compares each pair of samples once. */
export function compareAll(samples: readonly Sample[]): Comparisons {
  const subjects = [...new Set(samples.map(({ subject }) => subject))];
  const indexOf = new Map(subjects.map((subject, n) => [subject, n]));
  const subjectOf = Uint32Array.from(samples, ({ subject }) => indexOf.get(subject)!);
  const sizes = new Uint32Array(subjects.length);
  for (const subject of subjectOf) sizes[subject]! += 1;
  const vectors = samples.map(({ vector }) => Float32Array.from(vector));
  const all = (samples.length * (samples.length - 1)) / 2;
  const mated = sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
  const found = { mated: columns(mated), nonMated: columns(all - mated) };
  for (let a = 0; a < vectors.length; a++) {
    for (let b = a + 1; b < vectors.length; b++) {
      const list = subjectOf[a] === subjectOf[b] ? found.mated : found.nonMated;
      list.score[list.count] = dot(vectors[a]!, vectors[b]!);
      list.a[list.count] = a;
      list.b[list.count++] = b;
    }
  }
  return { mated: ranked(found.mated), nonMated: ranked(found.nonMated), subjectOf, sizes };
}

const columns = (length: number) => ({
  count: 0,
  score: new Float32Array(length),
  a: new Uint32Array(length),
  b: new Uint32Array(length),
});

function ranked({ score, a, b }: Scores): Scores {
  const order = Uint32Array.from(score, (_, n) => n).sort((p, q) => score[q]! - score[p]!);
  return { score: pick(score, order), a: pick(a, order), b: pick(b, order) };
}

const pick = <T extends Float32Array | Uint32Array>(column: T, order: Uint32Array): T =>
  column.map((_, n) => column[order[n]!]!) as T;

/** The number of comparisons at or over the score. */
export function countAtLeast({ score }: Pick<Scores, "score">, threshold: number): number {
  let [low, high] = [0, score.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (score[middle]! >= threshold) low = middle + 1;
    else high = middle;
  }
  return low;
}
