import { angleBetween, crossing, type Line, strongestLines } from "../../geometry/lines.ts";
import { distance, type Quad, quadSize } from "../../geometry/quad.ts";
import type { Vec2 } from "../../geometry/transform.ts";
import type { Raster } from "../../imaging/raster.ts";
import { resize } from "../../imaging/resize.ts";
import { mean } from "../../statistics.ts";
import { type Edges, edgePoints, findEdges, type SideVisibility, sideSeen, sidesSeen } from "./sides.ts";

/**
 * Limits for a document's outline in an image; set on generated captures, checked on others
 * (`npm run lab -- evaluate documents`).
 */
const SHAPE = {
  /** Long side of the image in which edges are searched, in pixels, and the blur that removes its grain. */
  seenAt: 400,
  blur: 1.2,
  lines: 28,
  /** Largest angle between opposite sides, and least angle between neighbours, in radians. */
  parallel: Math.PI / 9,
  square: Math.PI / 3.6,
  /** Least area, as a share of the image: a smaller rectangle is a detail. */
  areaMin: 0.1,
  /** Long side over short side: ID-1 has 1.59, ID-2 and ID-3 have 1.42; perspective changes it. */
  aspect: { min: 1.15, max: 1.95 },
  /** Largest distance of a corner outside the image, as a share of its long side. */
  outside: 0.02,
  /** Least visible share, of the weakest side and of all four. */
  weakestSide: 0.45,
  sides: 0.68,
  /** The same if the image's frame cuts off one side: the other three must show more clearly. */
  cutOff: { weakestSide: 0.7, sides: 0.85 },
} as const;

/**
 * Depth of a document behind a side that is wholly visible, in lengths of that side. Up to each limit the
 * document is cut off and at least so deep; undefined: the visible part is the whole document.
 */
const DEPTHS: readonly { readonly upTo: number; readonly depth: number | undefined }[] = [
  { upTo: 0.58, depth: 0.63 },
  { upTo: 0.76, depth: undefined },
  { upTo: 1.3, depth: 1.42 },
];

/** Undefined if no outline is clear enough. Corners run clockwise, from any corner. */
interface Rectangles {
  readonly whole: Quad | undefined;
  /** Searched for when called: few images need it. */
  readonly cutOff: () => Quad | undefined;
}

/**
 * Candidate outlines of the document from the image's straight edges: the quadrilateral of a document's
 * proportions whose four sides show best, among those that are accepted; and the best of those that the
 * image's frame cuts off at one side, completed beyond the frame.
 */
export async function findRectangles(
  raster: Raster,
  accepts: (outline: Quad) => boolean = () => true,
): Promise<Rectangles> {
  const scale = Math.min(1, SHAPE.seenAt / Math.max(raster.width, raster.height));
  const [width, height] = [Math.round(raster.width * scale), Math.round(raster.height * scale)];
  const edges = await findEdges(scale === 1 ? raster : resize(raster, width, height), SHAPE.blur);
  const lines = strongestLines(edgePoints(edges), Math.hypot(width, height), SHAPE.lines);
  const pairs = parallels(lines, lines).filter(([a, b]) => lines.indexOf(a) < lines.indexOf(b));
  // Most lines are a side of many quadrilaterals, between the same two corners.
  const corner = remembered(crossing);
  const side = (least: number): SideVisibility => remembered((from, to) => sideSeen(from, to, edges, least));
  const [sx, sy] = [raster.width / width, raster.height / height];
  const enlarged = (quad: Quad) => quad.map(({ x, y }) => ({ x: x * sx, y: y * sy })) as unknown as Quad;
  return {
    whole: ranked(wholeOnes(pairs, edges, corner, side(SHAPE.weakestSide)), edges)
      .map(enlarged)
      .find(accepts),
    cutOff: () =>
      ranked(cutOffOnes(lines, pairs, edges, corner, side(SHAPE.cutOff.weakestSide)), edges)
        .map(enlarged)
        .find(accepts),
  };
}

/** A quadrilateral and the shares of its sides that are seen. */
interface Candidate {
  readonly quad: Quad;
  readonly seen: readonly number[];
}

/**
 * The candidates, those first whose sides show best; a larger one counts a little more, since a card has
 * frames within.
 */
function ranked(candidates: Iterable<Candidate>, { width, height }: Edges): Quad[] {
  return Array.from(candidates, ({ quad, seen }) => ({
    quad,
    score: mean(seen) * (Math.abs(turning(quad)) / 2 / (width * height)) ** 0.15,
  }))
    .sort((a, b) => b.score - a.score)
    .map(({ quad }) => clockwise(quad));
}

type Corner = typeof crossing;

function* wholeOnes(
  pairs: readonly Pair[],
  edges: Edges,
  corner: Corner,
  side: SideVisibility,
): Generator<Candidate> {
  for (const [i, pair] of pairs.entries()) {
    for (const quad of quadrilaterals([pair], pairs.slice(i + 1), corner)) {
      if (!isPlaced(quad, edges)) continue;
      const { width, height } = quadSize(quad);
      const aspect = Math.max(width / height, height / width);
      if (aspect < SHAPE.aspect.min || aspect > SHAPE.aspect.max) continue;
      const seen = sidesSeen(quad, 4, side);
      if (seen !== undefined && mean(seen) >= SHAPE.sides) yield { quad, seen };
    }
  }
}

/**
 * Candidates that the image's frame cuts off at one side, completed beyond it to a document's proportions.
 */
function* cutOffOnes(
  lines: readonly Line[],
  pairs: readonly Pair[],
  edges: Edges,
  corner: Corner,
  side: SideVisibility,
): Generator<Candidate> {
  const frame = [
    { angle: 0, offset: 0 },
    { angle: 0, offset: edges.width },
    { angle: Math.PI / 2, offset: 0 },
    { angle: Math.PI / 2, offset: edges.height },
  ];
  for (const quad of quadrilaterals(pairs, parallels(lines, frame), corner)) {
    if (!isPlaced(quad, edges)) continue;
    const seen = sidesSeen(quad, 3, side);
    if (seen !== undefined && mean(seen) >= SHAPE.cutOff.sides) yield { quad: completed(quad), seen };
  }
}

/**
 * The quadrilateral with its last side moved out to a document's depth: unchanged if the visible part has a
 * document's proportions, else to the nearest longer ones.
 */
function completed([a, b, c, d]: Quad): Quad {
  const [whole, seen] = [distance(a, b), (distance(b, c) + distance(d, a)) / 2];
  const fitting = DEPTHS.find(({ upTo }) => seen / whole <= upTo)?.depth;
  if (fitting === undefined || fitting * whole <= seen) return [a, b, c, d];
  const further = (from: Vec2, to: Vec2): Vec2 => {
    const stretch = (fitting * whole) / seen;
    return { x: from.x + (to.x - from.x) * stretch, y: from.y + (to.y - from.y) * stretch };
  };
  return [a, b, further(b, c), further(a, d)];
}

type Pair = readonly [Line, Line];

/** Two lines that could be opposite sides. */
function parallels(some: readonly Line[], others: readonly Line[]): Pair[] {
  return some.flatMap((a) =>
    others.flatMap((b) => (a !== b && angleBetween(a, b) < SHAPE.parallel ? [[a, b] as const] : [])),
  );
}

/**
 * The quadrilaterals of two pairs of opposite sides. The last side of each, from corner 2 to 3, is the second
 * line of the pair across.
 */
function* quadrilaterals(pairs: readonly Pair[], across: readonly Pair[], corner: Corner): Generator<Quad> {
  for (const [a, c] of pairs) {
    for (const [b, d] of across) {
      if (angleBetween(a, b) < SHAPE.square || angleBetween(c, d) < SHAPE.square) continue;
      const corners = [corner(a, b), corner(b, c), corner(c, d), corner(d, a)];
      if (corners.every((point) => point !== undefined)) yield corners as unknown as Quad;
    }
  }
}

/** Twice the signed area; positive for corners that run clockwise, as seen with y pointing down. */
const turning = (quad: Quad) =>
  quad.reduce((sum, p, i) => sum + p.x * quad[(i + 1) % 4]!.y - quad[(i + 1) % 4]!.x * p.y, 0);

function clockwise([a, b, c, d]: Quad): Quad {
  return turning([a, b, c, d]) < 0 ? [a, d, c, b] : [a, b, c, d];
}

/** Whether a quadrilateral lies in the image and has a document's size. */
function isPlaced(quad: Quad, { width, height }: Edges): boolean {
  const room = SHAPE.outside * Math.max(width, height);
  return (
    quad.every(({ x, y }) => x > -room && y > -room && x < width + room && y < height + room) &&
    Math.abs(turning(quad)) / 2 >= SHAPE.areaMin * width * height
  );
}

/** Memoises a function of two objects by their identity. */
function remembered<A extends object, B extends object, Value>(
  of: (a: A, b: B) => Value,
): (a: A, b: B) => Value {
  const known = new Map<A, Map<B, { readonly value: Value }>>();
  return (a, b) => {
    const row = known.get(a) ?? new Map<B, { readonly value: Value }>();
    if (row.size === 0) known.set(a, row);
    const found = row.get(b) ?? { value: of(a, b) };
    row.set(b, found);
    return found.value;
  };
}
