import { alikePoints, type Described, type KeypointMatch } from "./keypoint-matches.ts";

/** So many pairs of a group are looked for elsewhere: a group may have thousands. */
const ASKED = 40;
/** Pixels by which the pairs' places may differ: paper is seldom quite flat. */
const STRAY = 3;
/** Share of the asked pairs that lie at one third place of a pattern. Of a word, single letters do. */
const SHARE = 0.4;

/**
 * Whether what lies at both ends of the pairs lies at a third place, too: a copy has one source, a printed
 * pattern has many. `group` has one offset.
 */
export function isPattern(described: Described, group: readonly KeypointMatch[]): boolean {
  const { from, to } = group[0]!;
  const [x, y] = [to.x - from.x, to.y - from.y];
  const asked = group.filter((_, i) => i % Math.ceil(group.length / ASKED) === 0);
  const places = new Map<string, Set<KeypointMatch>>();
  for (const pair of asked) {
    for (const other of alikePoints(described, pair.from)) {
      const [dx, dy] = [other.x - pair.from.x, other.y - pair.from.y];
      if (isNear(dx, dy, 0, 0) || isNear(dx, dy, x, y)) continue;
      const place = `${Math.round(dx / STRAY)},${Math.round(dy / STRAY)}`;
      places.set(place, (places.get(place) ?? new Set()).add(pair));
    }
  }
  return [...places.values()].some((pairs) => pairs.size >= SHARE * asked.length);
}

const isNear = (x: number, y: number, otherX: number, otherY: number) =>
  Math.max(Math.abs(x - otherX), Math.abs(y - otherY)) <= 2 * STRAY;
