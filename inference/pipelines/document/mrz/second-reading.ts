import type { Raster } from "../../../imaging/raster.ts";
import { readMrzLines, SHRINK } from "../../../models/mrz-reader/read.ts";
import { between, cutSign } from "../../../models/mrz-reader/signs.ts";
import { cutLine, letterHeight } from "../../../models/mrz-reader/strips.ts";
import { type AlignedLine, alignLine } from "../../../mrz/align.ts";
import { characterSetsOf } from "../../../mrz/formats.ts";
import type { MrzLine } from "../../../mrz/line.ts";
import { failedChecks, parseMrz } from "../../../mrz/parse.ts";
import { type RoundSign, respelled, roundSigns, weigh } from "../../../mrz/round-signs.ts";
import { together } from "../../../mrz/together.ts";
import { mean } from "../../../statistics.ts";
import type { TextModels } from "../text.ts";
import type { AlignedRows, MrzReading } from "./alignment.ts";

/**
 * How much wider the rows are for the second reading. They are narrower instead if their letters would be
 * wider than those of the reader's training: if letters take more than this share of a row's height, or are
 * further apart, in steps of the reader, than its examples, with some margin.
 */
const STRETCH = { by: 1.2, tall: 0.7, farthest: 7 } as const;

/**
 * The MRZ of the rows, read once more at another width. Separate from the alignment, because this and the
 * repairs by check digits take longer: only one group of rows is read twice.
 */
export async function readTwice(
  reader: TextModels["detection"],
  raster: Raster,
  aligned: AlignedRows,
): Promise<MrzReading> {
  const { format, lines, rows, cost, steps } = aligned;
  const strips = rows.map((row) => cutLine(raster, row, steps * SHRINK));
  const sets = characterSetsOf(format);
  const isFar = (steps / format.length) * STRETCH.by > STRETCH.farthest;
  const tall = mean(strips.map(letterHeight));
  const stretch = isFar || tall > STRETCH.tall ? 1 / STRETCH.by : STRETCH.by;
  const again = (await readMrzLines(reader, raster, rows, stretch)).map((row, i) => alignLine(row, sets[i]!));
  const readings = again.every((line) => line !== undefined) ? [lines, again] : [lines];
  const whole = readings.length === 1 ? lines : together(lines, readings[1]!);
  const signs = roundSigns(whole, sets, readings);
  const evidence = weigh(signs, shapesOf(signs, strips, lines));
  const respelt = respelled(whole, evidence, (others: readonly MrzLine[]) => failedChecks(format, others));
  return { ...parseMrz(format, respelt), format, rows, cost };
}

/** For each sign that may be an O or a 0, its place between the MRZ's zeros and O's; empty without both. */
function shapesOf(
  signs: readonly RoundSign[],
  strips: readonly Float32Array[],
  lines: readonly AlignedLine[],
): number[] {
  const cut = ({ line, column }: RoundSign) => {
    const { first, pitch } = combOf(lines[line]!.centres);
    return cutSign(strips[line]!, first + column * pitch, pitch);
  };
  const settledAs = (kind: RoundSign["settled"]) => signs.filter(({ settled }) => settled === kind).map(cut);
  const [zeros, letters] = [settledAs("0"), settledAs("O")];
  return zeros.length === 0 || letters.length === 0 ? [] : between(settledAs(undefined), zeros, letters);
}

/** The even comb that lies best on a line's characters (least squares). */
function combOf(centres: readonly number[]): { first: number; pitch: number } {
  const middle = (centres.length - 1) / 2;
  const centre = mean(centres);
  const [up, down] = centres.reduce(
    ([a, b], x, k) => [a + (k - middle) * (x - centre), b + (k - middle) ** 2] as const,
    [0, 0] as readonly [number, number],
  );
  const pitch = up / down;
  return { first: centre - middle * pitch, pitch };
}
