import { flattening, type Quad, quadSize } from "../geometry/quad.ts";
import type { Raster } from "../imaging/raster.ts";
import { warp } from "../imaging/warp.ts";
import { LATIN_CHARACTERS, latinOf, linesOf } from "../onnx/latin-characters.ts";
import type { Model, Provider } from "../runtime/session.ts";
import { RARE_IN_V6, type RareLetters, type Run, rareLetters, weighed } from "./ppocr-rare-letters.ts";

/** Class probabilities of a line: a row for each step from left to right; column 0 is the blank. */
export interface Emissions {
  readonly steps: number;
  readonly classes: number;
  readonly data: Float32Array;
}

/** Height of the input in pixels. */
const HEIGHT = 48;

/**
 * Widths that lines are padded to, so that a result depends on its own line alone. Time grows with the width.
 * A GPU searches for kernels for each new shape, a processor does not. A line over the largest is squeezed.
 */
const MAX_WIDTH = 2240;
const STEP = 16;
const GPU_WIDTHS = [96, 160, 240, 320, 480, 640, 960, 1280, 1760, MAX_WIDTH] as const;

const PADDED: Readonly<Record<Provider, (width: number) => number>> = {
  cpu: (width) => Math.ceil(width / STEP) * STEP,
  cuda: (width) => GPU_WIDTHS.find((room) => room >= width)!,
};

/** Lines of one width in a batch. On a processor, batches of 4 or 8 took more time for each line. */
const BATCH: Readonly<Record<Provider, number>> = { cpu: 1, cuda: 16 };

/** A line recogniser: its model, its characters by class, and those that it seldom saw. */
export interface Recognizer {
  readonly model: Model;
  readonly characters: readonly string[];
  readonly rare: RareLetters;
}

const V6 = "PP-OCRv6_rec_small";

/** Characters of PaddleOCR's recognisers, by their name: a dictionary's, or those of the cut. */
const CHARACTERS: Readonly<Record<string, (dictionary: () => Uint8Array) => readonly string[]>> = {
  "ch_PP-OCRv4_rec": (dictionary) => ["", ...latinOf(linesOf(dictionary())), " "],
  [V6]: () => ["", ...LATIN_CHARACTERS, " "],
};

/** Throws for an unknown recogniser. */
export function openRecognizer(model: Model, name: string, dictionary: () => Uint8Array): Recognizer {
  const characters = CHARACTERS[name];
  if (characters === undefined) throw new Error(`no code for the text recogniser ${name}`);
  const own = characters(dictionary);
  return { model, characters: own, rare: rareLetters(name === V6 ? RARE_IN_V6 : [], own) };
}

/**
 * Reads lines of a raster and returns only the result of `keep` for each, since a line's emissions take
 * megabytes. Throws if the model's number of classes differs from the dictionary's.
 */
export async function recognizeLines<Kept = Emissions>(
  recognizer: Recognizer,
  raster: Raster,
  quads: readonly Quad[],
  keep: (emissions: Emissions) => Kept = (emissions) => emissions as Kept,
): Promise<Kept[]> {
  const found = new Map<Quad, Kept>();
  for (const batch of batches(recognizer, quads)) {
    const read = await recognizeBatch(recognizer, raster, batch);
    batch.forEach(({ quad }, i) => {
      found.set(quad, keep(read[i]!));
    });
  }
  return quads.map((quad) => found.get(quad)!);
}

interface FittedLine {
  readonly quad: Quad;
  readonly width: number;
  readonly padded: number;
}

/** Batches of lines that are padded to one width, of the size for the model's provider. */
function batches({ model }: Recognizer, quads: readonly Quad[]): FittedLine[][] {
  const byWidth = new Map<number, FittedLine[]>();
  for (const quad of quads) {
    const line = fitted(quad, PADDED[model.provider]);
    byWidth.set(line.padded, [...(byWidth.get(line.padded) ?? []), line]);
  }
  const size = BATCH[model.provider];
  return [...byWidth.values()].flatMap((lines) =>
    Array.from({ length: Math.ceil(lines.length / size) }, (_, i) => lines.slice(i * size, (i + 1) * size)),
  );
}

function fitted(quad: Quad, padded: (width: number) => number): FittedLine {
  const size = quadSize(quad);
  const natural = Math.max(HEIGHT / 2, Math.round((size.width / Math.max(size.height, 1)) * HEIGHT));
  const width = Math.min(Math.round(natural), MAX_WIDTH);
  return { quad, width, padded: padded(width) };
}

async function recognizeBatch(
  { model, characters }: Recognizer,
  raster: Raster,
  lines: readonly FittedLine[],
): Promise<Emissions[]> {
  const { padded } = lines[0]!;
  const size = 3 * HEIGHT * padded;
  const data = new Float32Array(lines.length * size);
  for (const [i, { quad, width }] of lines.entries()) {
    const line = warp(raster, flattening(quad, width, HEIGHT), width, HEIGHT);
    normalise(line, padded, data.subarray(i * size, (i + 1) * size));
  }
  const outputs = await model.run({ [model.inputs[0]!]: { data, dims: [lines.length, 3, HEIGHT, padded] } });
  const { data: probabilities, dims } = outputs[model.outputs[0]!]!;
  const [count, steps, classes] = [dims[0]!, dims[1]!, dims[2]!];
  if (count !== lines.length || classes !== characters.length) {
    throw new Error(
      `recogniser has ${classes} classes for ${count} of ${lines.length} lines and its dictionary ${characters.length}`,
    );
  }
  return lines.map((_, i) => ({
    steps,
    classes,
    data: (probabilities as Float32Array).subarray(i * steps * classes, (i + 1) * steps * classes),
  }));
}

/** -1..1 for each level of a channel. */
const SHADES = Float32Array.from({ length: 256 }, (_, level) => level / 127.5 - 1);

/** BGR, -1..1; the padding is 0, as PaddleOCR has it. */
function normalise(line: Raster, padded: number, data: Float32Array): void {
  const plane = padded * line.height;
  for (let c = 0; c < 3; c++) {
    for (let y = 0; y < line.height; y++) {
      const row = c * plane + y * padded;
      const from = y * line.width * 3 + 2 - c;
      for (let x = 0; x < line.width; x++) data[row + x] = SHADES[line.data[from + x * 3]!]!;
    }
  }
}

interface ReadLine {
  readonly text: string;
  /** Mean probability of the characters, 0..1; 0 for an empty line. */
  readonly confidence: number;
  /** Probability that no character is wrong, 0..1. */
  readonly certainty: number;
}

/** Greedy CTC decoding: the likeliest class of each step, repeats merged, blanks dropped. */
export function decodeGreedy(
  emissions: Emissions,
  { characters, rare }: Pick<Recognizer, "characters" | "rare">,
): ReadLine {
  let [text, sum, count, certainty, last] = ["", 0, 0, 1, 0];
  for (const run of runsOf(emissions)) {
    const pair = rare.get(run.best);
    const [read, probability] = pair === undefined ? [run.best, run.most] : weighed(emissions, run, pair);
    if (read !== 0 && read !== last) {
      text += characters[read];
      sum += probability;
      certainty *= probability;
      count++;
    }
    last = read;
  }
  // A line of spaces has no text.
  if (text.trim() === "") return { text: "", confidence: 0, certainty: 0 };
  return { text, confidence: sum / count, certainty };
}

/** The likeliest class of each step, equal neighbours as one run. */
function runsOf({ steps, classes, data }: Emissions): Run[] {
  const runs: Run[] = [];
  for (let t = 0; t < steps; t++) {
    const from = t * classes;
    let [best, most] = [0, data[from]!];
    for (let c = 1; c < classes; c++) {
      if (data[from + c]! <= most) continue;
      best = c;
      most = data[from + c]!;
    }
    const last = runs.at(-1);
    if (last?.best === best) runs[runs.length - 1] = { ...last, to: t + 1 };
    else runs.push({ best, most, from: t, to: t + 1 });
  }
  return runs;
}
