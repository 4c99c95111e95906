import { flattening, type Quad, rectangle } from "../../../geometry/quad.ts";
import { apply } from "../../../geometry/transform.ts";
import type { Raster } from "../../../imaging/raster.ts";
import { readMrzLines } from "../../../models/mrz-reader/read.ts";
import { type AlignedLine, alignLine } from "../../../mrz/align.ts";
import { type MrzEmissions, spellFreely } from "../../../mrz/emissions.ts";
import { characterSetsOf, type FieldName, FORMATS, type Format } from "../../../mrz/formats.ts";
import { textAt } from "../../../mrz/line.ts";
import type { ParsedMrz } from "../../../mrz/parse.ts";
import type { TextModels } from "../text.ts";

type Model = TextModels["detection"];

/** An MRZ as read, with its rows on the upright image. */
export interface MrzReading extends ParsedMrz {
  readonly format: Format;
  readonly rows: readonly Quad[];
  /** Nats a character that the format costs, compared with the reader's unconstrained spelling. */
  readonly cost: number;
}

/** Lines of a format, before they are parsed. */
interface Alignment extends Pick<MrzReading, "format" | "cost"> {
  readonly lines: readonly AlignedLine[];
  /**
   * Characters of the format that the reader found in no row, for example because the rows were cut too
   * short.
   */
  readonly missing: number;
  /** From character to character, as a share of the rows' width. */
  readonly pitch: number;
  /** The rows' width in steps of the reader. */
  readonly steps: number;
}

export type AlignedRows = Alignment & Pick<MrzReading, "rows">;

/**
 * A group of rows is an MRZ when spelling it as one costs at most this much, in nats a character. Measured on
 * seventeen published specimens and own captures: MRZs cost up to 0.52, other rows from 1.03 up.
 */
export const MAX_COST = 0.8;

/**
 * The same for an MRZ without an expiry, but with the year of a birth: the fillers after a name pass for the
 * missing dates. With other print above them, such MRZs cost 0.2 to 0.63. A real MRZ without an expiry cost
 * up to 0.001 in the same captures, and one character more if its digit is a filler.
 */
const MAX_COST_OPEN = 0.25;

/**
 * Mean probability of the characters below which a group of rows is no MRZ: any text can be spelled as one,
 * with letters that the reader hardly sees. Of 775 generated MRZs the worst, not one line of it legible, had
 * 0.47, the next 0.72; fine print that was taken for one had 0.28.
 */
const MIN_SEEN = 0.4;

/**
 * At this cost no other format is tried: one character of another format alone would cost several times as
 * much.
 */
const CERTAIN_COST = 0.02;

/** Tolerance of the longest row's length against the format's, in characters. */
const LENGTH_SLACK = 6;

/**
 * Rows that seem to lack characters are tried longer at one end or the other from this cost on: a text
 * detector ends a line early if its last characters are pale fillers, or are far apart.
 */
const SHORT_COST = 0.1;
/** Extra length beyond the missing characters, in characters. */
const ROOM = 0.3;

export function isMrz({ format, cost, lines }: Alignment): boolean {
  const seen = lines.flatMap(({ confidences }) => confidences);
  const fieldText = (name: FieldName) => {
    const field = format.fields.find((each) => each.name === name);
    return field === undefined ? "" : textAt(lines, field.span);
  };
  const isOpen = fieldText("date_of_expiry").includes("<");
  if (isOpen && !(cost < MAX_COST_OPEN && /^\d\d/.test(fieldText("date_of_birth")))) return false;
  return cost < MAX_COST && seen.reduce((sum, p) => sum + p, 0) >= MIN_SEEN * seen.length;
}

/**
 * Rows with their lines in the format that fits them best, extended if needed; undefined if they fit none.
 */
export async function alignRows(
  reader: Model,
  raster: Raster,
  rows: readonly Quad[],
): Promise<AlignedRows | undefined> {
  const found = await alignAsCut(reader, raster, rows);
  if (found === undefined || found.missing < 1 || found.cost < SHORT_COST) return found;
  const more = (found.missing + ROOM) * found.pitch;
  let best = found;
  for (const [before, behind] of [
    [0, more],
    [more, 0],
  ] as const) {
    const longer = await alignAsCut(
      reader,
      raster,
      rows.map((row) => lengthened(row, before, behind)),
    );
    if (longer !== undefined && longer.cost < best.cost) best = longer;
    if (best.cost < SHORT_COST) break;
  }
  return best;
}

async function alignAsCut(
  reader: Model,
  raster: Raster,
  rows: readonly Quad[],
): Promise<AlignedRows | undefined> {
  const best = cheapestFormat(await readMrzLines(reader, raster, rows));
  return best && { ...best, rows };
}

/** A row extended at its start and its end by these shares of its width. */
function lengthened(row: Quad, before: number, behind: number): Quad {
  const map = flattening(row, 1, 1);
  return rectangle(-before, 0, 1 + before + behind, 1).map((corner) => apply(map, corner)) as unknown as Quad;
}

/** The format with the lowest cost among those of as many rows and about as many characters. */
function cheapestFormat(rows: readonly MrzEmissions[]): Alignment | undefined {
  const spelled = rows.map(spellFreely).reduce((a, b) => (b.text.length > a.text.length ? b : a));
  const seen = spelled.text.length;
  const pitch = (spelled.begins.at(-1)! - spelled.begins[0]!) / (seen - 1) / rows[0]!.steps;
  const possible = FORMATS.filter(
    ({ lines, length }) => lines === rows.length && Math.abs(length - seen) <= LENGTH_SLACK,
  );
  let best: Alignment | undefined;
  for (const format of possible) {
    const sets = characterSetsOf(format);
    const lines = rows.map((row, i) => alignLine(row, sets[i]!));
    if (!lines.every((line) => line !== undefined)) continue;
    if (format.state !== undefined && lines[0]!.text.slice(2, 5) !== format.state) continue;
    const lost = lines.reduce((sum, line) => sum + line.freeLogProbability - line.logProbability, 0);
    const cost = lost / (format.lines * format.length);
    if (cost < (best?.cost ?? Number.POSITIVE_INFINITY))
      best = { format, lines, cost, missing: format.length - seen, pitch, steps: rows[0]!.steps };
    if (cost <= CERTAIN_COST) break;
  }
  return best;
}
