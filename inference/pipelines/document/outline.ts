import { boundingBox } from "../../geometry/boxes.ts";
import { distance, flattening, type Quad, quadSize, rectangle } from "../../geometry/quad.ts";
import { laplacian } from "../../imaging/focus.ts";
import { luma, type Raster } from "../../imaging/raster.ts";
import { warp } from "../../imaging/warp.ts";
import { findCorners } from "../../models/doc-corner-net/corners.ts";
import type { FormatName } from "../../mrz/formats.ts";
import type { OpenPack } from "../../pack/open.ts";
import type { CaptureQuality } from "../types.ts";
import { findRectangles } from "./edges.ts";
import type { ReadZone } from "./zone.ts";

/** From this score on the net's corners are looked at. */
const SCORE_MIN = 0.5;

/** Outlines that a picture suggests, in its pixels. */
interface Outlines {
  /** The likeliest first. */
  readonly whole: readonly Quad[];
  /** Of a document that the picture's frame cuts off, as it would go on beyond the frame. */
  readonly cutOff: Quad | undefined;
}

/**
 * By the picture's straight edges, then by the pack's net where it has one: the edges are exact where they are seen at all,
 * at any angle, and the net was made for documents that stand about upright.
 */
export async function findOutlines(pack: OpenPack, raster: Raster): Promise<Outlines> {
  const { whole, cutOff } = await findRectangles(raster);
  const seen = whole === undefined ? [] : [whole];
  if (!pack.has("document_corners")) return { whole: seen, cutOff };
  const { quad, score } = await findCorners(pack.net("document_corners"), raster);
  return { whole: score >= SCORE_MIN && isConvex(quad) ? [...seen, quad] : seen, cutOff };
}

/** Whether the corners turn clockwise at each step, as a flat document's do from any side one can see it from. */
function isConvex(quad: Quad): boolean {
  return quad.every((b, i) => {
    const [a, c] = [quad[(i + 3) % 4]!, quad[(i + 1) % 4]!];
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0;
  });
}

/** The document as far as it is known: its outline, or the box around its text; undefined when there is neither. */
export function documentQuad(outline: Quad | undefined, text: readonly Quad[]): Quad | undefined {
  if (outline !== undefined || text.length === 0) return outline;
  const { x, y, width, height } = boundingBox(text.flat());
  return rectangle(x, y, width, height);
}

/** Width of a zone's lines (a tenth of an inch a character) over the document's, ISO/IEC 7810 and Doc 9303-7. */
const ZONE_SHARE: Readonly<Record<FormatName, number>> = {
  TD1: 76.2 / 85.6,
  TD2: 91.44 / 105,
  TD3: 111.76 / 125,
  MRV_A: 111.76 / 120,
  MRV_B: 91.44 / 105,
};

/** The document's long side in pixels: of its outline, else by its zone's width, else of its text; 0 without any. */
export function documentLongSide(
  known: Quad | undefined,
  isOutline: boolean,
  zone: ReadZone | undefined,
): number {
  if (!isOutline && zone !== undefined) {
    const [first, last] = zone.rows[0]!;
    return distance(first, last) / ZONE_SHARE[zone.format.name];
  }
  if (known === undefined) return 0;
  const { width, height } = quadSize(known);
  return Math.max(width, height);
}

/** The width that the document is measured at, so that sharpness does not depend on the camera's resolution. */
const MEASURED_WIDTH = 1000;
const SATURATED = 250;

/** Measures the document flattened; the whole picture where no document is known. */
export async function measureCapture(
  raster: Raster,
  known: Quad | undefined,
  longSide: number,
): Promise<CaptureQuality> {
  const quad = known ?? rectangle(0, 0, raster.width, raster.height);
  const size = quadSize(quad);
  const height = Math.max(3, Math.round((MEASURED_WIDTH * size.height) / size.width));
  const flat = await warp(raster, flattening(quad, MEASURED_WIDTH, height), MEASURED_WIDTH, height);
  const plane = luma(flat);
  return {
    laplacianVariance: moments(laplacian(plane, MEASURED_WIDTH, height)).variance,
    meanLuma: moments(plane).mean,
    saturatedShare: shareFrom(plane, SATURATED),
    documentLongSide: longSide,
  };
}

function moments(values: Float32Array): { readonly mean: number; readonly variance: number } {
  let [sum, squares] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    sum += values[at]!;
    squares += values[at]! * values[at]!;
  }
  const mean = sum / values.length;
  return { mean, variance: Math.max(0, squares / values.length - mean * mean) };
}

/** The share of values that reach the least. */
function shareFrom(values: Float32Array, least: number): number {
  let count = 0;
  for (let at = 0; at < values.length; at++) if (values[at]! >= least) count++;
  return count / values.length;
}
