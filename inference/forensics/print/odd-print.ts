import type { Box } from "../../geometry/boxes.ts";
import { invert, type Transform } from "../../geometry/transform.ts";
import { median, robustDeviation } from "../../statistics.ts";
import type { Detector, Measurement } from "../detector/detector.ts";
import { measurable, stripReader } from "./glyphs.ts";
import { type EdgeSharpness, type PrintStyle, printStyle } from "./print-style.ts";

/**
 * Only field values are compared. Labels and the MRZ have other typefaces, and small letters have no common
 * top line.
 */
const OTHER_FACE = /\p{Ll}|</u;
/** With fewer words, characters or lines a page has no usual print. */
const SHARP_MIN = 5;
const LINES_MIN = 5;
/** Least length of a line whose slope is measured, in heights of its characters. */
const LONG = 4;
/** Standard deviations within genuine pages: of the logarithm of sharpness, and of slopes. */
const SHARPNESS = 0.05;
const SLOPE = 0.005;

interface Outlier {
  readonly value: number;
  readonly region: Box;
}

type StyledLine = PrintStyle & { readonly box: Box };

/**
 * Finds text that was not printed and photographed with the rest, among lines of capitals and figures: a word
 * and a character with sharper or softer edges than usual, and a line whose slope differs from the page's
 * slope there. All values are in standard deviations, of this page or of genuine pages, whichever is larger.
 */
export const oddPrint: Detector = {
  model: { name: "odd-print", version: "1" },
  async measure({ raster, lines }) {
    const values = lines.filter(({ text }) => !OTHER_FACE.test(text));
    const boxes = measurable(raster, values).map(({ box }) => box);
    const readStrip = stripReader(raster, boxes);
    const styles = boxes.flatMap((box): StyledLine[] => {
      const style = printStyle(readStrip, box);
      return style === undefined ? [] : [{ ...style, box }];
    });
    const reach = Math.max(raster.width, raster.height);
    return [
      ...strongest("odd_word", sharpnessOutliers(styles.flatMap(({ words }) => words))),
      ...strongest("odd_character", sharpnessOutliers(styles.flatMap(({ characters }) => characters))),
      ...strongest("odd_slope", slopeOutliers(styles, reach)),
    ];
  },
};

function strongest(indicator: Measurement["indicator"], found: readonly Outlier[]): Measurement[] {
  const [most] = found.toSorted((a, b) => b.value - a.value);
  return most === undefined ? [] : [{ indicator, ...most }];
}

function sharpnessOutliers(printed: readonly EdgeSharpness[]): Outlier[] {
  if (printed.length < SHARP_MIN) return [];
  const usual = median(printed.map(({ sharpness }) => sharpness));
  const deviations = printed.map(({ sharpness }) => Math.abs(Math.log(sharpness / usual)));
  const deviation = Math.max(SHARPNESS, robustDeviation(deviations));
  return printed.map(({ box }, i) => ({ value: deviations[i]! / deviation, region: box }));
}

function slopeOutliers(styles: readonly StyledLine[], reach: number): Outlier[] {
  const long = styles.filter(({ length, height }) => length >= LONG * height);
  if (long.length < LINES_MIN) return [];
  const usual = slopeField(long, reach);
  return long.map(({ x, y, slope, slopeError, box }) => ({
    value: Math.abs(slope - usual(x, y)) / Math.hypot(SLOPE, slopeError),
    region: box,
  }));
}

/**
 * Damping of the slope's change over the page, as a share of all lines' weight: few lines determine it
 * poorly.
 */
const DAMPING = 1e-3;

/**
 * The slope of text at each place of a flat page. In perspective, the slope of parallel lines changes
 * linearly over the page: a plane through the lines' slopes by least squares, each weighted by its length.
 * `reach`: the image's longer side, in pixels.
 */
function slopeField(styles: readonly PrintStyle[], reach: number): (x: number, y: number) => number {
  const placed = (x: number, y: number) => [1, x / reach, y / reach];
  const rows = styles.map(({ x, y, slope, length }) => ({ place: placed(x, y), slope, weight: length }));
  const weight = rows.reduce((sum, row) => sum + row.weight, 0);
  const products = Array.from({ length: 9 }, (_, i) => {
    const [a, b] = [Math.floor(i / 3), i % 3];
    const damping = a === b && a > 0 ? DAMPING * weight : 0;
    return rows.reduce((sum, row) => sum + row.weight * row.place[a]! * row.place[b]!, damping);
  });
  const inverse = invert(products as unknown as Transform);
  const sums = [0, 1, 2].map((a) =>
    rows.reduce((sum, row) => sum + row.weight * row.place[a]! * row.slope, 0),
  );
  const plane = [0, 3, 6].map((row) => dot(inverse.slice(row, row + 3), sums));
  return (x, y) => dot(placed(x, y), plane);
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, v, i) => sum + v * b[i]!, 0);
