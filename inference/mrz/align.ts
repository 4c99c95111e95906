import { CHARACTER_SETS, type CharacterSet } from "./formats.ts";
import type { Alternative, MrzLine } from "./line.ts";
import { twinOf } from "./look-alikes.ts";

/** The alphabet of machine readable zones; the index is the class in `ZoneEmissions`, whose last class is the blank. */
export const ALPHABET = CHARACTER_SETS.any;
const BLANK = ALPHABET.length;
const CLASSES = ALPHABET.length + 1;

/** Probabilities over the alphabet and CTC's blank, `steps` rows from left to right; each row's sum is 1. */
export interface ZoneEmissions {
  readonly steps: number;
  readonly data: Float32Array;
}

export interface AlignedLine extends MrzLine {
  /** Natural logarithm of the path's probability, and of the likeliest path without any constraint. */
  readonly logProbability: number;
  readonly freeLogProbability: number;
}

/** Keeps log 0 finite, and one impossible step from deciding alone. */
const FLOOR = 1e-6;

/** Nats that an alternative may cost: a ten thousandth of the probability of what was taken. */
const ALTERNATIVE_MAX = Math.log(1e4);

/**
 * The likeliest CTC path (Viterbi) that spells exactly one character for each position, each out of its position's
 * set. Undefined when there are fewer steps than characters.
 *
 * This is how a line gets its fixed length: nothing is padded or cut afterwards. A character for which the picture gives
 * no evidence gets the probability that the recogniser saw there, close to 0, and so its field and its checks say that
 * they were not read with confidence.
 */
export function alignLine(emissions: ZoneEmissions, sets: readonly CharacterSet[]): AlignedLine | undefined {
  const { steps } = emissions;
  const length = sets.length;
  if (steps < length) return undefined;
  const logs = Float64Array.from(emissions.data, (p) => Math.log(Math.max(p, FLOOR)));
  const allowed = sets.map((set) => Array.from(CHARACTER_SETS[set], (c) => ALPHABET.indexOf(c)));
  const lattice = new Lattice(steps, length);
  for (let t = 0; t < steps; t++) lattice.advance(t, logs.subarray(t * CLASSES, (t + 1) * CLASSES), allowed);
  return trace(lattice, emissions, sets);
}

const SAME = -1;
const FROM_BLANK = -2;

/**
 * Viterbi scores. State (i, c): the i-th character, c, is being emitted; state (i, blank): i characters are out and a
 * blank is being emitted. `from` holds where each state came from: SAME state, FROM_BLANK, or a class of the character before.
 */
class Lattice {
  readonly steps: number;
  readonly length: number;
  readonly from: Int8Array;
  scores: Float64Array;
  private next: Float64Array;

  constructor(steps: number, length: number) {
    this.steps = steps;
    this.length = length;
    const states = (length + 1) * CLASSES;
    this.from = new Int8Array(steps * states);
    this.scores = new Float64Array(states).fill(Number.NEGATIVE_INFINITY);
    this.next = new Float64Array(states);
    this.scores[BLANK] = 0;
  }

  advance(t: number, logs: Float64Array, allowed: readonly (readonly number[])[]): void {
    const { scores, next, length } = this;
    const from = this.from.subarray(t * scores.length, (t + 1) * scores.length);
    next.fill(Number.NEGATIVE_INFINITY);
    for (let i = 0; i <= length; i++) {
      const [best, second] = this.bestTwo(i);
      const row = i * CLASSES;
      const stays = scores[row + BLANK]! >= scores[row + best]!;
      next[row + BLANK] = Math.max(scores[row + BLANK]!, scores[row + best]!) + logs[BLANK]!;
      from[row + BLANK] = stays ? SAME : best;
      if (i === length) break;
      const to = row + CLASSES;
      for (const c of allowed[i]!) {
        const other = c === best ? second : best;
        let winner = scores[to + c]!;
        let before = SAME;
        if (scores[row + BLANK]! > winner) {
          winner = scores[row + BLANK]!;
          before = FROM_BLANK;
        }
        if (scores[row + other]! > winner) {
          winner = scores[row + other]!;
          before = other;
        }
        next[to + c] = winner + logs[c]!;
        from[to + c] = before;
      }
    }
    this.next = scores;
    this.scores = next;
  }

  /** The two best characters at position i: a repeated character needs a blank between, so the best may be barred. */
  bestTwo(i: number): [number, number] {
    let [best, second] = [0, 1];
    const row = i * CLASSES;
    if (this.scores[row + 1]! > this.scores[row]!) [best, second] = [1, 0];
    for (let c = 2; c < BLANK; c++) {
      if (this.scores[row + c]! > this.scores[row + best]!) [best, second] = [c, best];
      else if (this.scores[row + c]! > this.scores[row + second]!) second = c;
    }
    return [best, second];
  }
}

function trace(
  lattice: Lattice,
  emissions: ZoneEmissions,
  sets: readonly CharacterSet[],
): AlignedLine | undefined {
  const path = walkBack(lattice);
  if (path === undefined) return undefined;
  const { classes, spells } = path;
  const surest = spells.map((steps, i) => surestOf(emissions, steps, classes[i]!));
  const own = classes.map((c, i) => probability(emissions, surest[i]!, c));
  const shapes = classes.map((c, i) => own[i]! + twinProbability(emissions, surest[i]!, c));
  return {
    text: classes.map((c) => ALPHABET[c]).join(""),
    confidences: own.map((p, i) => (isTwinAllowed(classes[i]!, sets[i]!) ? p : shapes[i]!)),
    shapes,
    alternatives: spells.flatMap((steps, i) => alternativesAt(emissions, i, steps, classes[i]!, sets[i]!)),
    logProbability: path.logProbability,
    freeLogProbability: freePath(emissions),
  };
}

/** The best path's class at each position, and the steps that emit it. */
function walkBack(lattice: Lattice) {
  const { scores, from, length } = lattice;
  const last = length * CLASSES;
  const [best] = lattice.bestTwo(length);
  let [i, c] = [length, scores[last + BLANK]! >= scores[last + best]! ? BLANK : best];
  const logProbability = scores[last + c]!;
  if (logProbability === Number.NEGATIVE_INFINITY) return undefined;
  const classes = Array<number>(length).fill(0);
  const spells = Array.from({ length }, (): number[] => []);
  for (let t = lattice.steps - 1; t >= 0; t--) {
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

const surestOf = (emissions: ZoneEmissions, steps: readonly number[], c: number): number =>
  steps.reduce((a, b) => (probability(emissions, b, c) > probability(emissions, a, c) ? b : a));

/** What else may stand at the position, where the picture leaves it a chance: its path emits it, or blanks, in the same steps. */
function alternativesAt(
  emissions: ZoneEmissions,
  column: number,
  steps: readonly number[],
  taken: number,
  set: CharacterSet,
): Alternative[] {
  const log = (t: number, c: number) => Math.log(Math.max(probability(emissions, t, c), FLOOR));
  const kept = steps.reduce((sum, t) => sum + log(t, taken), 0);
  return Array.from(CHARACTER_SETS[set]).flatMap((character) => {
    const c = ALPHABET.indexOf(character);
    if (c === taken) return [];
    const best = steps.reduce((sum, t) => sum + Math.max(log(t, c), log(t, BLANK)), 0);
    const emitted = Math.max(...steps.map((t) => log(t, c) - Math.max(log(t, c), log(t, BLANK))));
    const cost = Math.max(0, kept - best - emitted);
    return cost <= ALTERNATIVE_MAX ? [{ column, character, cost }] : [];
  });
}

const probability = ({ data }: ZoneEmissions, step: number, c: number) => data[step * CLASSES + c]!;

function twinProbability(emissions: ZoneEmissions, step: number, c: number): number {
  const twin = twinOf(ALPHABET[c]!);
  return twin === undefined ? 0 : probability(emissions, step, ALPHABET.indexOf(twin));
}

function isTwinAllowed(c: number, set: CharacterSet): boolean {
  const twin = twinOf(ALPHABET[c]!);
  return twin !== undefined && CHARACTER_SETS[set].includes(twin);
}

function freePath({ steps, data }: ZoneEmissions): number {
  let sum = 0;
  for (let t = 0; t < steps; t++) sum += Math.log(Math.max(...data.subarray(t * CLASSES, (t + 1) * CLASSES)));
  return sum;
}

/** How many characters the likeliest path without any constraint spells. */
export function lengthOf({ steps, data }: ZoneEmissions): number {
  let [count, last] = [0, BLANK];
  for (let t = 0; t < steps; t++) {
    const row = data.subarray(t * CLASSES, (t + 1) * CLASSES);
    const best = row.indexOf(Math.max(...row));
    if (best !== BLANK && best !== last) count++;
    last = best;
  }
  return count;
}
