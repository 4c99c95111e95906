import type { OpenBundle } from "../../bundle/open.ts";
import { type Quad, quadSize } from "../../geometry/quad.ts";
import { apply, type Vec2 } from "../../geometry/transform.ts";
import type { Raster } from "../../imaging/raster.ts";
import { type QuarterTurns, turn, unturning } from "../../imaging/turn.ts";
import { detectText, fitCanvas, type TextCanvas, type View } from "../../models/ppocr-detection.ts";
import { upsideDown } from "../../models/ppocr-orientation.ts";
import { decodeGreedy, type Recognizer, recognizeLines } from "../../models/ppocr-recognition.ts";
import { beginning } from "./text-limits.ts";

type Model = ReturnType<OpenBundle["model"]>;

/** The models for reading text. */
export interface TextModels {
  readonly detection: Model;
  readonly orientation: Model;
  readonly recognizer: Recognizer;
}

/** A line of text on the upright image. */
export interface RecognizedLine {
  readonly quad: Quad;
  /** The text, or its beginning if the line is longer than the limit. */
  readonly text: string;
  readonly isCut: boolean;
  readonly confidence: number;
  readonly certainty: number;
}

/** An image rotated so that its text is upright. */
interface UprightImage {
  readonly raster: Raster;
  /** How the upload was turned to become `raster`. */
  readonly turns: QuarterTurns;
  readonly quads: readonly Quad[];
}

/** Number of the longest lines that are classified; their mean answer must be this clear, of 1. */
const JUDGES = 8;
const CLEAR = 0.3;
/**
 * Number of lines that are read both ways if the classifier is unsure, and the length that is read of each,
 * in heights.
 */
const READERS = { lines: 4, length: 12 } as const;

/** Finds the lines of text, and turns the image by quarters until they run from left to right. */
export async function findUprightText(models: TextModels, upload: Raster, view: View): Promise<UprightImage> {
  const found = await findText(models, await fitCanvas(upload, view));
  const quarterTurns = isStanding(found) ? 1 : 0;
  // Rotated twice: a second image of up to 120 MB must not be in memory while the model runs, which takes
  // twice that.
  const quads = quarterTurns === 1 ? await findText(models, await fitCanvas(turn(upload, 1), view)) : found;
  const raster = turn(upload, quarterTurns);
  if (!(await isUpsideDown(models, raster, quads))) return { raster, turns: quarterTurns, quads };
  const back = unturning(raster, 2);
  const turned = quads.map(([a, b, c, d]) => [c, d, a, b].map((point) => apply(back, point)));
  const turns = (quarterTurns + 2) as QuarterTurns;
  return { raster: turn(upload, turns), turns, quads: turned as unknown as Quad[] };
}

/** Reads lines of any text, in the given order. */
export async function recognizeText(
  { recognizer }: TextModels,
  raster: Raster,
  quads: readonly Quad[],
): Promise<RecognizedLine[]> {
  const read = await recognizeLines(recognizer, raster, quads, (emissions) =>
    decodeGreedy(emissions, recognizer),
  );
  return quads.map((quad, i) => ({ quad, ...read[i]!, ...beginning(read[i]!.text) }));
}

async function findText(models: TextModels, canvas: TextCanvas): Promise<Quad[]> {
  return (await detectText(models.detection, canvas)).map(({ quad }) => quad);
}

/** Whether most of the text, by length, runs up or down. */
function isStanding(quads: readonly Quad[]): boolean {
  let balance = 0;
  for (const quad of quads) {
    const [from, to] = quad;
    const upright = Math.abs(to.x - from.x) >= Math.abs(to.y - from.y);
    balance += quadSize(quad).width * (upright ? 1 : -1);
  }
  return balance < 0;
}

/**
 * Each line is classified twice, as it is and rotated by 180°: rows of fillers look nearly the same both
 * ways, and only the difference counts. If the classifier is unsure, reading both ways decides.
 */
async function isUpsideDown(models: TextModels, raster: Raster, quads: readonly Quad[]): Promise<boolean> {
  const longest = quads.toSorted((a, b) => quadSize(b).width - quadSize(a).width);
  const balance = await lean(longest.slice(0, JUDGES), (quad) =>
    upsideDown(models.orientation, raster, quad),
  );
  if (Math.abs(balance) >= CLEAR) return balance > 0;
  const parts = longest.slice(0, READERS.lines).map((quad) => shortened(quad, READERS.length));
  const read = async (quad: Quad) => (await recognizeText(models, raster, [quad]))[0]!.confidence;
  return (await lean(parts, read)) < 0;
}

/** The left part of a line, this many heights long. */
function shortened(quad: Quad, length: number): Quad {
  const { width, height } = quadSize(quad);
  const share = (length * height) / width;
  if (!(share < 1)) return quad;
  const [a, b, c, d] = quad;
  const at = (from: Vec2, to: Vec2): Vec2 => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  return [a, at(a, b), at(d, c), d];
}

/** Mean excess of a measure for the lines as they are over the rotated lines. */
async function lean(quads: readonly Quad[], measure: (quad: Quad) => Promise<number>): Promise<number> {
  let sum = 0;
  for (const [a, b, c, d] of quads) sum += (await measure([a, b, c, d])) - (await measure([c, d, a, b]));
  return sum / Math.max(quads.length, 1);
}
