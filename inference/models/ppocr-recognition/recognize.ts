import type { Net } from "../../engine/session.ts";
import { flattening, type Quad, quadSize } from "../../geometry/quad.ts";
import type { Raster } from "../../imaging/raster.ts";
import { warp } from "../../imaging/warp.ts";
import { readDictionary } from "./dictionary.ts";

/** Class probabilities of a line: `steps` rows from left to right, one column for each class; column 0 is the blank. */
export interface Emissions {
  readonly steps: number;
  readonly classes: number;
  readonly data: Float32Array;
}

/**
 * Widths that lines are padded to: few shapes, and a result that depends on nothing but its own line. The short ones pay:
 * most lines of a card are labels, and a net's time grows with the width. A longer line is squeezed. Lines go one by one:
 * on a CPU a batch of 4 or 8 took twice the time a line.
 */
const WIDTHS = [96, 160, 240, 320, 480, 640, 960, 1280, 1760, 2240] as const;
const MAX_WIDTH = 2240;

/** A line recogniser: its net, the height it reads at, and its characters by class. */
export interface Recognizer {
  readonly net: Net;
  readonly height: number;
  readonly characters: readonly string[];
}

/** The heights that PaddleOCR's recognisers were trained at, by the pack's name for them. */
const HEIGHTS: Readonly<Record<string, number>> = {
  "ch_PP-OCRv4_rec": 48,
  "en_number_mobile_v2.0_rec": 32,
};

/** Throws for a recogniser that is not known, and for a dictionary without lines. */
export function openRecognizer(net: Net, name: string, dictionary: string): Recognizer {
  const height = HEIGHTS[name];
  if (height === undefined) throw new Error(`no code for the text recogniser ${name}`);
  return { net, height, characters: readDictionary(dictionary) };
}

/** Reads one line out of a raster. Throws when the net's classes are not those of the dictionary. */
export async function recognizeLine(recognizer: Recognizer, raster: Raster, quad: Quad): Promise<Emissions> {
  const { net, height, characters } = recognizer;
  const size = quadSize(quad);
  const natural = Math.max(height / 2, Math.round((size.width / Math.max(size.height, 1)) * height));
  const width = Math.min(Math.round(natural), MAX_WIDTH);
  const padded = WIDTHS.find((room) => room >= width) ?? MAX_WIDTH;
  const line = await warp(raster, flattening(quad, width, height), width, height);
  const data = normalise(line, padded);
  const outputs = await net.run({ [net.inputs[0]!]: { data, dims: [1, 3, height, padded] } });
  const { data: probabilities, dims } = outputs[net.outputs[0]!]!;
  const [steps, classes] = [dims[1]!, dims[2]!];
  if (classes !== characters.length) {
    throw new Error(`recogniser has ${classes} classes and its dictionary ${characters.length}`);
  }
  return { steps, classes, data: probabilities as Float32Array };
}

/** BGR, -1..1; the padding is 0, as PaddleOCR has it. */
function normalise(line: Raster, padded: number): Float32Array {
  const plane = padded * line.height;
  const data = new Float32Array(3 * plane);
  for (let c = 0; c < 3; c++) {
    for (let y = 0; y < line.height; y++) {
      const row = c * plane + y * padded;
      const from = y * line.width * 3 + 2 - c;
      for (let x = 0; x < line.width; x++) data[row + x] = line.data[from + x * 3]! / 127.5 - 1;
    }
  }
  return data;
}

export interface ReadLine {
  readonly text: string;
  /** Mean probability of the characters, 0..1; 0 for an empty line. */
  readonly confidence: number;
}

/** Greedy CTC decoding: the likeliest class of each step, repeats merged, blanks dropped. */
export function decodeGreedy({ steps, classes, data }: Emissions, characters: readonly string[]): ReadLine {
  let [text, sum, count, last] = ["", 0, 0, 0];
  for (let t = 0; t < steps; t++) {
    let best = 0;
    for (let c = 1; c < classes; c++) if (data[t * classes + c]! > data[t * classes + best]!) best = c;
    if (best !== 0 && best !== last) {
      text += characters[best];
      sum += data[t * classes + best]!;
      count++;
    }
    last = best;
  }
  return { text, confidence: count === 0 ? 0 : sum / count };
}
