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

/** The known name that was probably mistyped; undefined if none is near, or two are equally near. */
export function mistypedName(name: string, known: readonly string[]): string | undefined {
  const given = plainName(name);
  const near = known.filter((each) => isWithinEdits(plainName(each), given, editsOf(given)));
  const distance = (each: string) => editDistance(plainName(each), given);
  const [first, second] = near.toSorted((a, b) => distance(a) - distance(b));
  // Of two that are equally near, none is likelier.
  const isTie = first !== undefined && second !== undefined && distance(first) === distance(second);
  return isTie ? undefined : first;
}
