import { CHARACTER_SETS } from "./formats.ts";

/** The alphabet of the MRZ. Its index is the class; the blank is the last class. */
export const ALPHABET = CHARACTER_SETS.any;
export const BLANK = ALPHABET.length;
export const CLASSES = ALPHABET.length + 1;

/** Probabilities over the alphabet and CTC's blank, `steps` rows from left to right; each row's sum is 1. */
export interface MrzEmissions {
  readonly steps: number;
  readonly data: Float32Array;
}

/** Keeps log 0 finite, so that no single step decides alone. */
const FLOOR = 1e-6;

/** Natural logarithms of the probabilities, each at least that of one in a million. */
export function logarithms({ data }: MrzEmissions): Float64Array {
  const logs = new Float64Array(data.length);
  for (let at = 0; at < data.length; at++) logs[at] = Math.log(Math.max(data[at]!, FLOOR));
  return logs;
}

/** A line as the image alone spells it, without any format. */
interface FreeSpelling {
  readonly text: string;
  /** The step in which each character begins. */
  readonly begins: readonly number[];
  /** Natural logarithm of the likeliest path's probability. */
  readonly logProbability: number;
}

/** CTC's greedy decoding: the likeliest class of each step, repeats merged, blanks dropped. */
export function spellFreely({ steps, data }: MrzEmissions): FreeSpelling {
  let [text, logProbability, last] = ["", 0, BLANK];
  const begins: number[] = [];
  for (let t = 0; t < steps; t++) {
    const row = t * CLASSES;
    let best = 0;
    for (let c = 1; c < CLASSES; c++) if (data[row + c]! > data[row + best]!) best = c;
    logProbability += Math.log(data[row + best]!);
    if (best !== BLANK && best !== last) {
      text += ALPHABET[best];
      begins.push(t);
    }
    last = best;
  }
  return { text, begins, logProbability };
}
