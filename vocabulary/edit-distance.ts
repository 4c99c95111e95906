/**
 * Levenshtein distance: the smallest number of insertions, deletions and replacements of characters that
 * turns one text into the other.
 */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1));
    }
    previous = row;
  }
  return previous[b.length]!;
}

/**
 * Whether the Levenshtein distance of two texts is at most this. Computes only the cells within `most` of the
 * table's diagonal, and none if the lengths alone decide.
 */
export function isWithinEdits(a: string, b: string, most: number): boolean {
  const reach = Math.floor(most);
  if (Math.abs(a.length - b.length) > reach) return false;
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(reach + 1);
    const [from, to] = [Math.max(1, i - reach), Math.min(b.length, i + reach)];
    if (from === 1) row[0] = i;
    let least = row[0]!;
    for (let j = from; j <= to; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1);
      least = Math.min(least, row[j]!);
    }
    if (least > reach) return false;
    previous = row;
  }
  return previous[b.length]! <= reach;
}

/** Whether the Levenshtein distance of two texts is at most 1: one pass instead of a table. */
export function isWithinOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  const rest = short.slice(short.length === long.length ? at + 1 : at);
  return rest === long.slice(at + 1);
}

/** Edits up to which a name is taken for a mistyped one: a third of its letters, 2 at most. */
const editsOf = (name: string) => Math.min(2, Math.floor(name.length / 3));

/** A name without what people write differently: case, and the separators of words. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_\s-]/g, "");

/** Edits between two names. Two neighbours in the other order are one: it is the most common slip. */
const slips = (a: string, b: string): number => (isSwapped(a, b) ? 1 : editDistance(a, b));

/** Whether two neighbouring characters, in the other order, make one text the other. */
function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((character, i) => character !== b[i]);
  return at >= 0 && a.slice(0, at) + (a[at + 1] ?? "") + a[at] + a.slice(at + 2) === b;
}

/** The known name that was probably mistyped; undefined if none is near, or two are equally near. */
export function mistypedName(name: string, known: readonly string[]): string | undefined {
  const given = plainName(name);
  const most = editsOf(given);
  const near = known
    .map((each) => ({ each, plain: plainName(each) }))
    .filter(({ plain }) => isWithinEdits(plain, given, Math.max(most, 2)))
    .map(({ each, plain }) => ({ each, distance: slips(plain, given) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance);
  const [first, second] = near;
  // Of two that are equally near, none is likelier.
  return first?.distance === second?.distance ? undefined : first?.each;
}
