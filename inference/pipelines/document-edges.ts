import { angleBetween, crossing, type EdgePoint, type Line, strongestLines } from "../geometry/lines.ts";
import { distance, type Quad, quadSize } from "../geometry/quad.ts";
import type { Vec2 } from "../geometry/transform.ts";
import { type Gradient, gradient } from "../imaging/gradient.ts";
import type { Raster } from "../imaging/raster.ts";
import { resize } from "../imaging/resize.ts";

/** What a flat document in a picture looks like; set on generated captures, checked on others (test/evaluate). */
const SHAPE = {
  /** The picture's long side while its edges are looked for, in pixels, and the blur that takes its grain away. */
  seenAt: 400,
  blur: 1.2,
  /** A change of so much from pixel to pixel (Sobel, eight times the values' difference) may be an edge. */
  edge: 40,
  lines: 28,
  /** Opposite sides are this parallel and neighbours this far from it, in radians. */
  parallel: Math.PI / 9,
  square: Math.PI / 3.6,
  /** Of the picture. A rectangle smaller than this is a detail, and one that fills it all is no news. */
  areaMin: 0.1,
  /** Long side over short side: ID-1 has 1.59, ID-2 and ID-3 have 1.42; perspective changes it. */
  aspect: { min: 1.15, max: 1.95 },
  /** How far a corner may lie outside the picture, as a share of its long side. */
  outside: 0.02,
  /** Share of a side that lies on an edge of one sense, of the weakest side and of all four. */
  weakestSide: 0.45,
  sides: 0.68,
} as const;

/** A side's samples look for their edge so far across, and its direction may differ so much: pixels and a cosine. */
const REACH = 2;
const ALIGNED = Math.cos(Math.PI / 12);

/**
 * The outline of the one document in the picture, from the picture itself: the quadrilateral of straight edges, of a
 * document's proportions, whose four sides are seen best. The larger of two that are seen alike, since a card has frames
 * within. Undefined where no quadrilateral is seen well enough. Corners run clockwise, from whichever comes first.
 */
export async function findRectangle(raster: Raster): Promise<Quad | undefined> {
  const scale = Math.min(1, SHAPE.seenAt / Math.max(raster.width, raster.height));
  const [width, height] = [Math.round(raster.width * scale), Math.round(raster.height * scale)];
  const edges = await gradient(scale === 1 ? raster : await resize(raster, width, height), SHAPE.blur);
  const lines = strongestLines(edgePoints(edges), Math.hypot(width, height), SHAPE.lines);
  let best: { quad: Quad; score: number } | undefined;
  for (const quad of quadrilaterals(lines, edges)) {
    const score = scoreOf(quad, edges);
    if (score > (best?.score ?? 0)) best = { quad, score };
  }
  const [sx, sy] = [raster.width / width, raster.height / height];
  return best?.quad.map(({ x, y }) => ({ x: x * sx, y: y * sy })) as unknown as Quad | undefined;
}

/** Pixels where the picture changes more than at their neighbours along the change. */
function edgePoints({ width, height, x: gx, y: gy }: Gradient): EdgePoint[] {
  const strength = (at: number) => Math.hypot(gx[at]!, gy[at]!);
  const points: EdgePoint[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const own = strength(at);
      if (own < SHAPE.edge) continue;
      const step = Math.round(gx[at]! / own) + width * Math.round(gy[at]! / own);
      if (strength(at - step) > own || strength(at + step) >= own) continue;
      points.push({ x: x + 0.5, y: y + 0.5, across: Math.atan2(gy[at]!, gx[at]!) });
    }
  }
  return points;
}

/** All quadrilaterals of two and two opposite lines that could be a document's outline. */
function* quadrilaterals(lines: readonly Line[], picture: Gradient): Generator<Quad> {
  const pairs = lines.flatMap((a, i) =>
    lines.slice(i + 1).flatMap((b) => (angleBetween(a, b) < SHAPE.parallel ? [[a, b] as const] : [])),
  );
  for (const [i, [a, c]] of pairs.entries()) {
    for (const [b, d] of pairs.slice(i + 1)) {
      if (angleBetween(a, b) < SHAPE.square || angleBetween(c, d) < SHAPE.square) continue;
      const corners = [crossing(a, b), crossing(b, c), crossing(c, d), crossing(d, a)];
      if (!corners.every((corner) => corner !== undefined)) continue;
      const quad = clockwise(corners as unknown as Quad);
      if (isPlausible(quad, picture)) yield quad;
    }
  }
}

/** Twice the signed area; positive for corners that run clockwise, as seen with y pointing down. */
const turning = (quad: Quad) =>
  quad.reduce((sum, p, i) => sum + p.x * quad[(i + 1) % 4]!.y - quad[(i + 1) % 4]!.x * p.y, 0);

function clockwise([a, b, c, d]: Quad): Quad {
  return turning([a, b, c, d]) < 0 ? [a, d, c, b] : [a, b, c, d];
}

function isPlausible(quad: Quad, { width, height }: Gradient): boolean {
  const room = SHAPE.outside * Math.max(width, height);
  const within = quad.every(({ x, y }) => x > -room && y > -room && x < width + room && y < height + room);
  if (!within || turning(quad) / 2 < SHAPE.areaMin * width * height) return false;
  const size = quadSize(quad);
  const aspect = Math.max(size.width / size.height, size.height / size.width);
  return aspect >= SHAPE.aspect.min && aspect <= SHAPE.aspect.max;
}

/** How well the sides are seen, 0 where they are not well enough; a larger quadrilateral counts a little more. */
function scoreOf(quad: Quad, edges: Gradient): number {
  const sides: number[] = [];
  for (const [i, from] of quad.entries()) {
    const seen = sideSeen(from, quad[(i + 1) % 4]!, edges);
    if (seen < SHAPE.weakestSide) return 0;
    sides.push(seen);
  }
  const mean = sides.reduce((sum, seen) => sum + seen, 0) / 4;
  if (mean < SHAPE.sides) return 0;
  return mean * (turning(quad) / 2 / (edges.width * edges.height)) ** 0.15;
}

/** The share of a side's length along which the picture changes across it, all to one sense. */
function sideSeen(from: Vec2, to: Vec2, edges: Gradient): number {
  const length = distance(from, to);
  const across = { x: (to.y - from.y) / length, y: (from.x - to.x) / length };
  const steps = Math.max(1, Math.round(length));
  let [inwards, outwards] = [0, 0];
  for (let step = 0; step < steps; step++) {
    const share = (step + 0.5) / steps;
    const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    const sense = edgeSense(at, across, edges);
    if (sense > 0) inwards++;
    if (sense < 0) outwards++;
  }
  return Math.max(inwards, outwards) / steps;
}

/** 1 or -1 for an edge along or against `across` near the point, 0 for none. */
function edgeSense(at: Vec2, across: Vec2, { width, height, x: gx, y: gy }: Gradient): -1 | 0 | 1 {
  let strongest = 0;
  for (let reach = -REACH; reach <= REACH; reach++) {
    const [x, y] = [Math.floor(at.x + reach * across.x), Math.floor(at.y + reach * across.y)];
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const index = y * width + x;
    const along = gx[index]! * across.x + gy[index]! * across.y;
    const strength = Math.hypot(gx[index]!, gy[index]!);
    if (strength < SHAPE.edge || Math.abs(along) < ALIGNED * strength) continue;
    if (Math.abs(along) > Math.abs(strongest)) strongest = along;
  }
  return Math.sign(strongest) as -1 | 0 | 1;
}
