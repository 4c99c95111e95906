import type { Vec2 } from "./transform.ts";

/** The points p with p · (cos angle, sin angle) = offset; angle in radians, 0..π. */
export interface Line {
  readonly angle: number;
  readonly offset: number;
}

/** A point that may lie on a line, and the direction across that line, in radians. */
export interface EdgePoint extends Vec2 {
  readonly across: number;
}

/**
 * Bins of the vote: one degree, and one and a half pixels. A point votes within this many degrees of its own
 * direction.
 */
const DEGREES = 180;
const OFFSET_STEP = 1.5;
const SPREAD = 3;
/** Peaks nearer than this to a stronger one are its shoulders. */
const SHOULDER = { degrees: 4, offset: 6 } as const;

/** The straight lines through the most points, strongest first (Hough transform with known directions). */
export function strongestLines(points: readonly EdgePoint[], reach: number, count: number): Line[] {
  const columns = 2 * Math.ceil(reach / OFFSET_STEP) + 1;
  const votes = vote(points, reach, columns);
  const lines: Line[] = [];
  for (const cell of ranked(votes)) {
    const line = {
      angle: (Math.floor(cell / columns) * Math.PI) / DEGREES,
      offset: (cell % columns) * OFFSET_STEP - reach,
    };
    if (lines.some((stronger) => isShoulder(line, stronger))) continue;
    if (lines.push(line) === count) break;
  }
  return lines;
}

function vote(points: readonly EdgePoint[], reach: number, columns: number): Uint16Array {
  const votes = new Uint16Array(DEGREES * columns);
  const directions = Array.from({ length: DEGREES }, (_, degree) => {
    const angle = (degree * Math.PI) / DEGREES;
    return { cos: Math.cos(angle), sin: Math.sin(angle) };
  });
  for (const { x, y, across } of points) {
    const own = Math.round((across * DEGREES) / Math.PI);
    for (let degree = own - SPREAD; degree <= own + SPREAD; degree++) {
      const row = ((degree % DEGREES) + DEGREES) % DEGREES;
      const { cos, sin } = directions[row]!;
      votes[row * columns + Math.round((x * cos + y * sin + reach) / OFFSET_STEP)]!++;
    }
  }
  return votes;
}

/** Cells with votes, those with most first, of equal ones the earlier first (a counting sort). */
function ranked(votes: Uint16Array): Uint32Array {
  const most = votes.reduce((a, b) => Math.max(a, b), 0);
  // Index at which the next cell with this many votes is written.
  const places = new Uint32Array(most + 1);
  for (const count of votes) places[count]!++;
  for (let count = most, before = 0; count > 0; count--) {
    const cells = places[count]!;
    places[count] = before;
    before += cells;
  }
  const order = new Uint32Array(votes.length - places[0]!);
  for (let cell = 0; cell < votes.length; cell++) {
    if (votes[cell]! > 0) order[places[votes[cell]!]!++] = cell;
  }
  return order;
}

function isShoulder(line: Line, stronger: Line): boolean {
  const turned = Math.abs(line.angle - stronger.angle);
  const limit = (SHOULDER.degrees * Math.PI) / DEGREES;
  // At the wrap-around of the angles a line reappears with the sign of its offset changed.
  if (turned <= limit) return Math.abs(line.offset - stronger.offset) <= SHOULDER.offset;
  return Math.PI - turned <= limit && Math.abs(line.offset + stronger.offset) <= SHOULDER.offset;
}

/** The angle between two lines, in radians, 0..π/2. */
export function angleBetween(a: Line, b: Line): number {
  const turned = Math.abs(a.angle - b.angle);
  return Math.min(turned, Math.PI - turned);
}

/** The intersection of two lines; undefined for parallel ones. */
export function crossing(a: Line, b: Line): Vec2 | undefined {
  const [ca, sa, cb, sb] = [Math.cos(a.angle), Math.sin(a.angle), Math.cos(b.angle), Math.sin(b.angle)];
  const determinant = ca * sb - sa * cb;
  if (Math.abs(determinant) < 1e-6) return undefined;
  return {
    x: (a.offset * sb - b.offset * sa) / determinant,
    y: (b.offset * ca - a.offset * cb) / determinant,
  };
}
