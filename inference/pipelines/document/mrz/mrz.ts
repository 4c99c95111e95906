import { boundingBox } from "../../../geometry/boxes.ts";
import { flattening, type Quad, quadSize, rectangle } from "../../../geometry/quad.ts";
import { apply, centroid, invert, type Vec2 } from "../../../geometry/transform.ts";
import type { Raster } from "../../../imaging/raster.ts";
import { warp } from "../../../imaging/warp.ts";
import { readMrzLines } from "../../../models/mrz-reader/read.ts";
import { detectText, fitCanvas } from "../../../models/ppocr-detection.ts";
import { spellFreely } from "../../../mrz/emissions.ts";
import type { Span } from "../../../mrz/formats.ts";
import { type RecognizedLine, recognizeText, type TextModels } from "../text.ts";
import { BAND_LIMITS, beginning, linesToRead } from "../text-limits.ts";
import { type AlignedRows, alignRows, isMrz, MAX_COST, type MrzReading } from "./alignment.ts";
import { findMrzRows, findSeed, looksLikeMrz, STRIP_MARGIN } from "./rows.ts";
import { readTwice } from "./second-reading.ts";

type Model = TextModels["detection"];

export type { MrzReading } from "./alignment.ts";

/** The models for reading MRZs. */
export interface MrzModels extends TextModels {
  readonly mrzReader: Model;
}

/**
 * Least confidence of the MRZ's reader that a line is an MRZ's row: the mean probability of its steps is
 * 0.97 and more on the specimens' MRZs, and 0.72 to 0.96 on other text, which it forces into its own
 * letters.
 */
const LEGIBLE = 0.93;

/** At this cost no other group of rows is tried. */
const SURE_COST = 0.3;

/** So many groups of rows are tried, the widest: an MRZ's rows are about as wide as its page. */
const GROUPS = 16;

/**
 * The band around a row of an MRZ that is read again: its reach beyond the row's ends in widths of the row,
 * its height in heights of the row, and its width in pixels.
 */
const BAND = { beyond: 0.15, heights: 6, width: 1280 } as const;

/** A search for an MRZ among unread lines. */
interface MrzSearch {
  /** Undefined if no lines are clearly an MRZ. */
  readonly mrz: MrzReading | undefined;
  /** Lines that may still be rows of an MRZ. */
  readonly likely: ReadonlySet<Quad>;
  /** Whether they look like an MRZ of any format. */
  readonly looksLikeMrz: boolean;
}

/**
 * Finds and reads the MRZ among unread lines. The MRZ reader spells each line, in a hundredth of the time
 * that reading general text takes.
 */
export async function readMrzFirst(
  reader: Model,
  raster: Raster,
  quads: readonly Quad[],
): Promise<MrzSearch> {
  const regions: RecognizedLine[] = [];
  for (const quad of quads) {
    const [emissions] = await readMrzLines(reader, raster, [quad]);
    const { text, logProbability } = spellFreely(emissions!);
    const confidence = Math.exp(logProbability / emissions!.steps);
    if (confidence >= LEGIBLE)
      regions.push({ quad, ...beginning(text), confidence, certainty: Math.exp(logProbability) });
  }
  const mrz = await readBest(reader, raster, regions);
  const likely = new Set(regions.map(({ quad }) => quad));
  return {
    mrz: mrz === undefined || mrz.cost > SURE_COST ? undefined : mrz,
    likely,
    looksLikeMrz: looksLikeMrz(regions),
  };
}

/**
 * Finds and reads the MRZ among lines that have been read. If these do not suffice, the band around a row
 * that only an MRZ can have is read once more. Undefined if no MRZ is found.
 */
export async function readMrz(
  models: MrzModels,
  raster: Raster,
  regions: readonly RecognizedLine[],
): Promise<MrzReading | undefined> {
  const seed = findSeed(regions);
  if (seed === undefined) return undefined;
  return (
    (await readBest(models.mrzReader, raster, regions)) ??
    (await readBest(models.mrzReader, raster, await readBand(models, raster, seed)))
  );
}

async function readBest(
  reader: Model,
  raster: Raster,
  regions: readonly RecognizedLine[],
): Promise<MrzReading | undefined> {
  let best: AlignedRows | undefined;
  for (const rows of widest(findMrzRows(regions), GROUPS)) {
    const found = await alignRows(reader, raster, rows);
    if (found !== undefined && isMrz(found) && found.cost < (best?.cost ?? MAX_COST)) best = found;
    if (best !== undefined && best.cost <= SURE_COST) break;
  }
  return best && readTwice(reader, raster, best);
}

/** The groups with the widest strips, in the given order. */
function widest(groups: readonly Quad[][], count: number): readonly Quad[][] {
  if (groups.length <= count) return groups;
  const width = ([first]: readonly Quad[]) => quadSize(first!).width;
  const chosen = new Set(groups.toSorted((a, b) => width(b) - width(a)).slice(0, count));
  return groups.filter((group) => chosen.has(group));
}

/** Reads the band around a row once more, flattened and enlarged. */
async function readBand(
  models: MrzModels,
  raster: Raster,
  { quad }: RecognizedLine,
): Promise<RecognizedLine[]> {
  const size = quadSize(quad);
  const widths = 1 + 2 * BAND.beyond;
  const around = rectangle(-BAND.beyond, 0.5 - BAND.heights, widths, 2 * BAND.heights);
  const fromRow = flattening(quad, 1, 1);
  const band = around.map((corner) => apply(fromRow, corner)) as unknown as Quad;
  const height = Math.round((BAND.width * 2 * BAND.heights * size.height) / (widths * size.width));
  const toRaster = flattening(band, BAND.width, height);
  const flat = warp(raster, toRaster, BAND.width, height);
  const found = await detectText(models.detection, await fitCanvas(flat, "image"));
  const quads = found.map((line) => line.quad.map((corner) => apply(toRaster, corner)) as unknown as Quad);
  return recognizeText(
    models,
    raster,
    linesToRead(quads, () => 0, BAND_LIMITS),
  );
}

/** Reads an MRZ with known rows, top to bottom; undefined if they fit no format. */
export async function readMrzRows(
  reader: Model,
  raster: Raster,
  rows: readonly Quad[],
): Promise<MrzReading | undefined> {
  const found = await alignRows(reader, raster, rows);
  return found === undefined || !isMrz(found) ? undefined : readTwice(reader, raster, found);
}

/** The part of a row that a span of columns takes; characters are evenly spaced. */
export function spanQuad(mrz: MrzReading, [line, start, end]: Span): Quad {
  const quad = mrz.rows[line]!;
  const { width, height } = quadSize(quad);
  const map = flattening(quad, 1, 1);
  const margin = (STRIP_MARGIN * height) / width;
  const at = (column: number) => margin + (column / mrz.format.length) * (1 - 2 * margin);
  const corner = (column: number, v: number): Vec2 => apply(map, { x: at(column), y: v });
  return [corner(start, 0), corner(end, 0), corner(end, 1), corner(start, 1)];
}

export const mrzBox = (mrz: MrzReading) => boundingBox(mrz.rows.flat());

/** A test whether a region's middle lies on one of the MRZ's rows. */
export function mrzTest({ rows }: MrzReading): (region: Quad) => boolean {
  const toRows = rows.map((row) => invert(flattening(row, 1, 1)));
  return (region) =>
    toRows.some((toRow) => {
      const { x, y } = apply(toRow, centroid(region));
      return Math.min(x, y) >= 0 && Math.max(x, y) <= 1;
    });
}
