import type { EdgePoint } from "../../geometry/lines.ts";
import { distance, type Quad } from "../../geometry/quad.ts";
import type { Vec2 } from "../../geometry/transform.ts";
import { type Gradient, gradient } from "../../imaging/gradient.ts";
import type { Raster } from "../../imaging/raster.ts";

/** The gradient of an image and its magnitude, row by row. */
export interface Edges extends Gradient {
  readonly strength: Float32Array;
}

/** Least gradient of an edge (Sobel: eight times the change from pixel to pixel). */
const EDGE = 40;

/**
 * Reach across a side in which its edge is searched, in pixels, and the least cosine of the edge's direction
 * against the side's normal.
 */
const REACH = 2;
const ALIGNED = Math.cos(Math.PI / 12);

/** The edges of an image, after a Gaussian of `blur` pixels has removed its grain. */
export async function findEdges(raster: Raster, blur: number): Promise<Edges> {
  const found = await gradient(raster, blur);
  const strength = new Float32Array(found.x.length);
  for (let at = 0; at < strength.length; at++) {
    const x = found.x[at]!;
    const y = found.y[at]!;
    strength[at] = Math.sqrt(x * x + y * y);
  }
  return { ...found, strength };
}

/** Local maxima of the gradient along its direction. */
export function edgePoints({ width, height, x: gx, y: gy, strength }: Edges): EdgePoint[] {
  const points: EdgePoint[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const own = strength[at]!;
      if (own < EDGE) continue;
      const step = Math.round(gx[at]! / own) + width * Math.round(gy[at]! / own);
      if (strength[at - step]! > own || strength[at + step]! >= own) continue;
      points.push({ x: x + 0.5, y: y + 0.5, across: Math.atan2(gy[at]!, gx[at]!) });
    }
  }
  return points;
}

/** Computes the visible share of a side, 0..1; undefined if the share is too small. */
export type SideVisibility = (from: Vec2, to: Vec2) => number | undefined;

/** The visible shares of the first `count` sides; undefined if one of them is too small. */
export function sidesSeen(quad: Quad, count: number, side: SideVisibility): number[] | undefined {
  const shares: number[] = [];
  for (let i = 0; i < count; i++) {
    const seen = side(quad[(i + 3) % 4]!, quad[i]!);
    if (seen === undefined) return undefined;
    shares.push(seen);
  }
  return shares;
}

/**
 * The share of a side's length along which the image changes across the side in one sense; undefined under
 * `least`.
 */
export function sideSeen(from: Vec2, to: Vec2, edges: Edges, least: number): number | undefined {
  const length = distance(from, to);
  const [acrossX, acrossY] = [(to.y - from.y) / length, (from.x - to.x) / length];
  const steps = Math.max(1, Math.round(length));
  let [inwards, outwards] = [0, 0];
  for (let step = 0; step < steps; step++) {
    if (Math.max(inwards, outwards) + steps - step < least * steps) return undefined;
    const share = (step + 0.5) / steps;
    const x = from.x + (to.x - from.x) * share;
    const y = from.y + (to.y - from.y) * share;
    const sense = edgeSense(x, y, acrossX, acrossY, edges);
    if (sense > 0) inwards++;
    if (sense < 0) outwards++;
  }
  const seen = Math.max(inwards, outwards) / steps;
  return seen < least ? undefined : seen;
}

/**
 * Sign of the strongest edge near the point: positive along the normal, negative against it, 0 if no edge is
 * near.
 */
function edgeSense(x: number, y: number, acrossX: number, acrossY: number, edges: Edges): number {
  const { width, height, strength } = edges;
  let strongest = 0;
  for (let reach = -REACH; reach <= REACH; reach++) {
    const column = Math.floor(x + reach * acrossX);
    const row = Math.floor(y + reach * acrossY);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const at = row * width + column;
    if (strength[at]! < EDGE) continue;
    const along = edges.x[at]! * acrossX + edges.y[at]! * acrossY;
    const size = Math.abs(along);
    if (size >= ALIGNED * strength[at]! && size > Math.abs(strongest)) strongest = along;
  }
  return strongest;
}
