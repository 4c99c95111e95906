import { BLANK, CLASSES } from "./emissions.ts";

/** The predecessor of a state: itself, the blank before it, or else a class of the character before. */
const SAME = -1;
const FROM_BLANK = -2;

/** A path through a line: for each position the class and the steps that emit it; its log probability. */
export interface Path {
  readonly classes: readonly number[];
  readonly spells: readonly (readonly number[])[];
  readonly logProbability: number;
}

/**
 * The likeliest CTC path (Viterbi) that emits exactly one class for each position, from the position's
 * allowed ones; undefined when there are fewer steps than positions. `logs` holds `CLASSES` logarithms of
 * probability for each step.
 *
 * A state (i, c) emits class c as the i-th character; a state (i, blank) emits a blank after i characters.
 */
export function likeliestPath(logs: Float64Array, allowed: readonly (readonly number[])[]): Path | undefined {
  const steps = logs.length / CLASSES;
  if (steps < allowed.length) return undefined;
  const lattice = new Lattice(steps, allowed.length);
  for (let t = 0; t < steps; t++) lattice.advance(t, logs, allowed);
  return lattice.walkBack();
}

class Lattice {
  readonly #steps: number;
  readonly #length: number;
  readonly #from: Int8Array;
  readonly #scores: Float64Array;
  /** By position, the best and the second best class: a class cannot follow itself without a blank. */
  readonly #best: Int8Array;
  readonly #second: Int8Array;

  constructor(steps: number, length: number) {
    this.#steps = steps;
    this.#length = length;
    const states = (length + 1) * CLASSES;
    this.#from = new Int8Array(steps * states);
    this.#scores = new Float64Array(states).fill(Number.NEGATIVE_INFINITY);
    this.#best = new Int8Array(length + 1);
    this.#second = new Int8Array(length + 1).fill(1);
    this.#scores[BLANK] = 0;
  }

  /** Goes from the last position to the first: each needs its predecessor's state of the step before. */
  advance(t: number, logs: Float64Array, allowed: readonly (readonly number[])[]): void {
    const ahead = Math.min(this.#length, t + 1);
    const behind = Math.max(0, this.#length - (this.#steps - 1 - t));
    for (let i = ahead; i >= behind; i--) {
      this.#emitBlank(t, i, logs[t * CLASSES + BLANK]!);
      if (i > 0) this.#emitClass(t, i, logs, allowed[i - 1]!);
    }
  }

  #emitBlank(t: number, i: number, log: number): void {
    const scores = this.#scores;
    const row = i * CLASSES;
    const best = this.#best[i]!;
    const stays = scores[row + BLANK]! >= scores[row + best]!;
    this.#from[t * scores.length + row + BLANK] = stays ? SAME : best;
    scores[row + BLANK] = (stays ? scores[row + BLANK]! : scores[row + best]!) + log;
  }

  #emitClass(t: number, i: number, logs: Float64Array, allowed: readonly number[]): void {
    const [scores, from] = [this.#scores, this.#from];
    const [row, before] = [i * CLASSES, (i - 1) * CLASSES];
    const came = t * scores.length + row;
    const [barred, other] = [this.#best[i - 1]!, this.#second[i - 1]!];
    const blank = scores[before + BLANK]!;
    const first = t * CLASSES;
    let best = allowed[0]!;
    let second = best === 0 ? 1 : 0;
    let bestScore = Number.NEGATIVE_INFINITY;
    let secondScore = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < allowed.length; k++) {
      const c = allowed[k]!;
      const origin = c === barred ? other : barred;
      let score = scores[row + c]!;
      let source = SAME;
      if (blank > score) {
        score = blank;
        source = FROM_BLANK;
      }
      if (scores[before + origin]! > score) {
        score = scores[before + origin]!;
        source = origin;
      }
      score += logs[first + c]!;
      scores[row + c] = score;
      from[came + c] = source;
      if (score > bestScore) {
        if (best !== c) second = best;
        secondScore = bestScore;
        best = c;
        bestScore = score;
      } else if (score > secondScore) {
        second = c;
        secondScore = score;
      }
    }
    this.#best[i] = best;
    this.#second[i] = second;
  }

  walkBack(): Path | undefined {
    const [scores, from, length] = [this.#scores, this.#from, this.#length];
    const last = length * CLASSES;
    const best = this.#best[length]!;
    let [i, c] = [length, scores[last + BLANK]! >= scores[last + best]! ? BLANK : best];
    const logProbability = scores[last + c]!;
    if (logProbability === Number.NEGATIVE_INFINITY) return undefined;
    const classes = Array<number>(length).fill(0);
    const spells = Array.from({ length }, (): number[] => []);
    for (let t = this.#steps - 1; t >= 0; t--) {
      if (c !== BLANK) {
        classes[i - 1] = c;
        spells[i - 1]!.push(t);
      }
      const before = from[t * scores.length + i * CLASSES + c]!;
      if (before === SAME) continue;
      if (c !== BLANK) i--;
      c = before === FROM_BLANK ? BLANK : before;
    }
    return { classes, spells, logProbability };
  }
}
