import type { OpenBundle } from "../../bundle/open.ts";
import { boundingBox } from "../../geometry/boxes.ts";
import { flattening, type Quad, quadSize, rectangle } from "../../geometry/quad.ts";
import { laplacian } from "../../imaging/gradient.ts";
import { luma, type Raster } from "../../imaging/raster.ts";
import { warp } from "../../imaging/warp.ts";
import { findCorners } from "../../models/doc-corner-model.ts";
import type { CaptureQuality } from "../types.ts";
import { findRectangles } from "./edges.ts";

/** Least score of the model's corners. */
const SCORE_MIN = 0.5;

/** Candidate outlines, in the image's pixels. */
interface Outlines {
  /** The likeliest first. */
  readonly whole: readonly Quad[];
  /** Outline of a document that the image's frame cuts off, continued beyond the frame. */
  readonly cutOff: () => Quad | undefined;
}

/**
 * Outlines by the image's straight edges, then by the bundle's model if it has one. Visible edges are exact
 * at any angle; the model was trained on documents that are nearly upright.
 */
export async function findOutlines(bundle: OpenBundle, raster: Raster): Promise<Outlines> {
  const { whole, cutOff } = await findRectangles(raster);
  const seen = whole === undefined ? [] : [whole];
  if (!bundle.has("document_corners")) return { whole: seen, cutOff };
  const { quad, score } = await findCorners(bundle.model("document_corners"), raster);
  return { whole: score >= SCORE_MIN && isConvex(quad) ? [...seen, quad] : seen, cutOff };
}

/**
 * Whether the corners turn clockwise at each step, as a flat document's corners do from any viewpoint in
 * front of it.
 */
function isConvex(quad: Quad): boolean {
  return quad.every((b, i) => {
    const [a, c] = [quad[(i + 3) % 4]!, quad[(i + 1) % 4]!];
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0;
  });
}

/** The document's outline, else the box around its text; undefined without either. */
export function documentQuad(outline: Quad | undefined, text: readonly Quad[]): Quad | undefined {
  if (outline !== undefined || text.length === 0) return outline;
  const { x, y, width, height } = boundingBox(text.flat());
  return rectangle(x, y, width, height);
}

/** The document's long side in pixels; 0 if unknown. */
export function documentLongSide(known: Quad | undefined): number {
  if (known === undefined) return 0;
  const { width, height } = quadSize(known);
  return Math.max(width, height);
}

/**
 * The width at which the document is measured, so that sharpness does not depend on the camera's resolution.
 * A region more than `tallest` times as high as wide, which no document is, is measured at a smaller width.
 */
const MEASURED = { width: 1000, tallest: 4 } as const;
const SATURATED = 250;

/** Measures the rectified document, or the whole image if no document was found. */
export async function measureCapture(
  raster: Raster,
  known: Quad | undefined,
): Promise<Pick<CaptureQuality, "laplacianVariance" | "meanLuma" | "saturatedShare">> {
  const quad = known ?? rectangle(0, 0, raster.width, raster.height);
  const size = quadSize(quad);
  const scale = MEASURED.width / Math.max(size.width, size.height / MEASURED.tallest);
  const [width, height] = [size.width, size.height].map((side) => Math.max(3, Math.round(side * scale))) as [
    number,
    number,
  ];
  const plane = luma(warp(raster, flattening(quad, width, height), width, height));
  return {
    laplacianVariance: moments(laplacian(plane, width, height)).variance,
    meanLuma: moments(plane).mean,
    saturatedShare: shareFrom(plane, SATURATED),
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

/** The share of values of at least `least`. */
function shareFrom(values: Float32Array, least: number): number {
  let count = 0;
  for (let at = 0; at < values.length; at++) if (values[at]! >= least) count++;
  return count / values.length;
}
