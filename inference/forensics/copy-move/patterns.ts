import { alikePoints, type Described, type KeypointMatch } from "./keypoint-matches.ts";

/** So many pairs of a group are looked for elsewhere: a group may have thousands. */
const ASKED = 40;
/** Pixels by which the pairs' places may differ: paper is seldom quite flat. */
const STRAY = 3;
/** Share of the asked pairs that lie at one third place of a pattern. Of a word, single letters do. */
const SHARE = 0.4;
/** More than any picture's side, over `STRAY`: an offset's two parts make one number. */
const APART = 2 ** 15;

/**
 * Whether what lies at both ends of the pairs lies at a third place, too: a copy has one source, a printed
 * pattern has many. `group` has one offset.
 */
export function isPattern(described: Described, group: readonly KeypointMatch[]): boolean {
  const { from, to } = group[0]!;
  const [x, y] = [to.x - from.x, to.y - from.y];
  const asked = group.filter((_, i) => i % Math.ceil(group.length / ASKED) === 0);
  const most = SHARE * asked.length;
  /** By a place's offset: the pairs that lie there, and the last of them. */
  const places = new Map<number, { pairs: number; last: KeypointMatch }>();
  for (const pair of asked) {
    for (const other of alikePoints(described, pair.from)) {
      const [dx, dy] = [other.x - pair.from.x, other.y - pair.from.y];
      if (isNear(dx, dy, 0, 0) || isNear(dx, dy, x, y)) continue;
      const offset = Math.round(dx / STRAY) * APART + Math.round(dy / STRAY);
      const place = places.get(offset);
      if (place?.last === pair) continue;
      const pairs = (place?.pairs ?? 0) + 1;
      if (pairs >= most) return true;
      places.set(offset, { pairs, last: pair });
    }
  }
  return false;
}

const isNear = (x: number, y: number, otherX: number, otherY: number) =>
  Math.max(Math.abs(x - otherX), Math.abs(y - otherY)) <= 2 * STRAY;
