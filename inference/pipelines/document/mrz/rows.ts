import { type Quad, quadSize } from "../../../geometry/quad.ts";
import type { Vec2 } from "../../../geometry/transform.ts";
import type { RecognizedLine } from "../text.ts";

/** The shape of an MRZ's rows, in heights of a row; the standards leave issuing states some freedom. */
const SHAPE = {
  /** Of a piece's characters, at least this share are of the MRZ's alphabet. */
  alphabet: 0.8,
  /** Least characters of a row, and of a piece of one. */
  row: 12,
  piece: 4,
  /**
   * All rows but one have this many fillers; in a search for an MRZ, one has this many fillers or characters.
   */
  fillers: 2,
  full: 26,
  /** Largest difference in characters between the rows of one MRZ, as read. */
  even: 2,
  /**
   * Rows that belong together: their distance, their least width beside the longest, their difference in
   * angle.
   */
  nearest: 0.8,
  farthest: 3.2,
  narrowest: 0.35,
  angle: Math.PI / 36,
  /** Height of a strip, in heights of the tallest piece. */
  tall: 1.1,
} as const;

interface Axes {
  readonly along: Vec2;
  readonly down: Vec2;
}

interface Row {
  readonly pieces: readonly RecognizedLine[];
  readonly start: number;
  readonly end: number;
  readonly height: number;
}

/** Margin of a strip beyond its row's ends at either side, in heights of the strip. */
export const STRIP_MARGIN = 0.5;

/**
 * Possible places of an MRZ: groups of three and of two neighbouring rows that look like one, by their
 * letters and their shape; each row, from top to bottom, as a strip of the image. All strips of a group begin
 * and end together, as an MRZ's lines do.
 */
export function findMrzRows(regions: readonly RecognizedLine[]): Quad[][] {
  return mrzGroups(regions).map(({ rows, axes }) => strips(rows, axes));
}

/**
 * Whether regions, as the MRZ's own reader spells them, are an MRZ whatever its format: two rows or more, as
 * long as an MRZ's and all about equally long.
 */
export function looksLikeMrz(regions: readonly RecognizedLine[]): boolean {
  return mrzGroups(regions).some(({ rows }) => {
    const lengths = rows.map((row) => textOf(row).length);
    return Math.min(...lengths) >= SHAPE.full && Math.max(...lengths) - Math.min(...lengths) <= SHAPE.even;
  });
}

interface Group {
  readonly rows: readonly Row[];
  readonly axes: Axes;
}

/** Groups of neighbouring rows that look like an MRZ's. */
function mrzGroups(regions: readonly RecognizedLine[]): Group[] {
  const pieces = regions.filter(isMrzLike);
  const seed = findSeed(regions);
  if (seed === undefined) return [];
  const axes = axesOf(seed.quad);
  const rows = groupRows(
    pieces.filter((piece) => isParallel(piece, seed)),
    axes,
  );
  const longest = Math.max(...rows.map(({ start, end }) => end - start));
  const wide = rows.filter(({ start, end }) => end - start >= longest * SHAPE.narrowest);
  return [3, 2].flatMap((count) =>
    wide
      .map((_, i) => wide.slice(i, i + count))
      .filter((group) => group.length === count && hasFillers(group) && areNeighbours(group, axes))
      .map((group) => ({ rows: group, axes })),
  );
}

/** The widest piece that could only be an MRZ's. */
export function findSeed(regions: readonly RecognizedLine[]): RecognizedLine | undefined {
  return regions
    .filter((region) => isMrzLike(region) && isSeed(region))
    .toSorted((a, b) => widthOf(b) - widthOf(a))[0];
}

const textOf = ({ pieces }: Row) => compact(pieces.map(({ text }) => text).join(""));

const compact = (text: string) => text.replaceAll(" ", "");

const fillersIn = (text: string) => text.match(/[<«《]/g)?.length ?? 0;

function isMrzLike({ text }: RecognizedLine): boolean {
  const letters = compact(text);
  const fitting = letters.match(/[A-Z0-9<«《]/g)?.length ?? 0;
  return letters.length >= SHAPE.piece && fitting >= letters.length * SHAPE.alphabet;
}

function isSeed({ text }: RecognizedLine): boolean {
  return compact(text).length >= SHAPE.full || fillersIn(text) >= SHAPE.fillers;
}

function hasFillers(rows: readonly Row[]): boolean {
  const texts = rows.map(textOf);
  const filled = texts.filter((text) => fillersIn(text) >= SHAPE.fillers);
  return texts.every((text) => text.length >= SHAPE.row) && filled.length >= rows.length - 1;
}

const widthOf = ({ quad }: RecognizedLine) => quadSize(quad).width;

function axesOf([from, to]: Quad): Axes {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const along = { x: Math.cos(angle), y: Math.sin(angle) };
  return { along, down: { x: -along.y, y: along.x } };
}

function isParallel(piece: RecognizedLine, seed: RecognizedLine): boolean {
  const [a, b] = [axesOf(piece.quad).along, axesOf(seed.quad).along];
  // The angle of a short piece says little.
  return widthOf(piece) < widthOf(seed) / 3 || a.x * b.x + a.y * b.y > Math.cos(SHAPE.angle);
}

const dot = (a: Vec2, b: Vec2) => a.x * b.x + a.y * b.y;

function centreOf([a, b, c, d]: Quad): Vec2 {
  return { x: (a.x + b.x + c.x + d.x) / 4, y: (a.y + b.y + c.y + d.y) / 4 };
}

/** Puts pieces of one line together; rows come from top to bottom. */
function groupRows(pieces: readonly RecognizedLine[], { along, down }: Axes): Row[] {
  const rows: RecognizedLine[][] = [];
  for (const piece of pieces.toSorted((a, b) => widthOf(b) - widthOf(a))) {
    const row = rows.find(([first]) => isSameRow(first!, piece));
    if (row === undefined) rows.push([piece]);
    else row.push(piece);
  }
  return rows
    .map((row) => {
      const sorted = row.toSorted((a, b) => dot(a.quad[0], along) - dot(b.quad[0], along));
      const us = row.flatMap(({ quad }) => quad.map((point) => dot(point, along)));
      const height = Math.max(...row.map(({ quad }) => quadSize(quad).height));
      return { pieces: sorted, start: Math.min(...us), end: Math.max(...us), height };
    })
    .toSorted((a, b) => dot(anchorOf(a), down) - dot(anchorOf(b), down));
}

/** Whether the piece's centre lies on the long piece's own line. */
function isSameRow(long: RecognizedLine, piece: RecognizedLine): boolean {
  const { down } = axesOf(long.quad);
  const gap = Math.abs(dot(centreOf(long.quad), down) - dot(centreOf(piece.quad), down));
  return gap < 0.5 * quadSize(long.quad).height;
}

const longestOf = ({ pieces }: Row) => pieces.reduce((a, b) => (widthOf(b) > widthOf(a) ? b : a));

const anchorOf = (row: Row) => centreOf(longestOf(row).quad);

function areNeighbours(rows: readonly Row[], { down }: Axes): boolean {
  const height = Math.max(...rows.map((row) => row.height));
  return rows.slice(1).every((row, i) => {
    const gap = dot(anchorOf(row), down) - dot(anchorOf(rows[i]!), down);
    const overlap = Math.min(row.end, rows[i]!.end) - Math.max(row.start, rows[i]!.start);
    return gap >= height * SHAPE.nearest && gap <= height * SHAPE.farthest && overlap > 0;
  });
}

/** Each strip follows its row's own line, as far as the longest row of the group goes. */
function strips(rows: readonly Row[], axes: Axes): Quad[] {
  const height = Math.max(...rows.map((row) => row.height)) * SHAPE.tall;
  const start = Math.min(...rows.map((row) => row.start)) - height * STRIP_MARGIN;
  const end = Math.max(...rows.map((row) => row.end)) + height * STRIP_MARGIN;
  return rows.map((row) => {
    const anchor = anchorOf(row);
    const own = row.end - row.start > 0.6 * (end - start) ? axesOf(longestOf(row).quad) : axes;
    const at = (u: number, v: number): Vec2 => {
      const reach = u - dot(anchor, axes.along);
      return {
        x: anchor.x + reach * own.along.x + v * own.down.x,
        y: anchor.y + reach * own.along.y + v * own.down.y,
      };
    };
    const half = height / 2;
    return [at(start, -half), at(end, -half), at(end, half), at(start, half)];
  });
}
