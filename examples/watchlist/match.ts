import type { Entry } from "./lists.ts";

/** A person as the document shows them; null for what it does not show. */
export interface Person {
  readonly name: string | null;
  /** ISO 8601. */
  readonly born: string | null;
}

/** The answer to the check. Nothing here ever answers `failed`: a list's entry is only a name. */
export interface Answer {
  readonly outcome: "passed" | "review";
  readonly reference?: string;
  readonly reason?: string;
}

/** Compares a person with every entry. Without a name nothing can be compared: a person has to look. */
export function answerFor({ name, born }: Person, entries: readonly Entry[]): Answer {
  const words = wordsOf(name ?? "");
  if (words.length === 0) return { outcome: "review", reason: "the document shows no name" };
  const found = entries.filter(
    (entry) => mayBeBorn(born, entry.born) && entry.names.some((other) => areAlike(words, wordsOf(other))),
  );
  const [first] = found;
  if (first === undefined) return { outcome: "passed" };
  const more = found.length > 1 ? `, and ${found.length - 1} more` : "";
  return { outcome: "review", reference: first.id, reason: `a similar name is listed${more}` };
}

/** Capital letters without diacritics, in words. Other scripts than Latin are left as they are. */
const wordsOf = (name: string): string[] =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1);

/** Whether every word of the shorter name is in the other one, in any order. A name of one word must be whole. */
function areAlike(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0 || (short.length === 1 && long.length > 1)) return false;
  const left = [...long];
  return short.every((word) => {
    const at = left.findIndex((other) => isNear(word, other));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

/** The same word, or one letter apart in words of five letters and more. */
function isNear(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < 5 || Math.abs(a.length - b.length) > 1) return false;
  let [from, ends] = [0, 0];
  while (from < Math.min(a.length, b.length) && a[from] === b[from]) from++;
  while (ends < Math.min(a.length, b.length) - from && a.at(-1 - ends) === b.at(-1 - ends)) ends++;
  return Math.max(a.length, b.length) - from - ends <= 1;
}

/** An unknown date excludes no one; a year alone excludes other years. */
const mayBeBorn = (born: string | null, listed: readonly string[]): boolean =>
  born === null || listed.length === 0 || listed.some((each) => born.startsWith(each));
