import { LANGUAGES } from "./label-table.ts";
import { lettersOf } from "./letters.ts";

/** Abbreviations on documents that CLDR does not have. */
const PRINTED: readonly (readonly [name: string, month: number])[] = [["MRZ", 3]];

/** Shorter texts, and numbers, are not names of months. */
const SHORTEST = 3;

let names: ReadonlyMap<string, ReadonlySet<number>> | undefined;
/** The months by every beginning of their names. */
let beginnings: ReadonlyMap<string, ReadonlySet<number>> | undefined;

/**
 * The months, 1 to 12, that a printed name may mean in any of the labels' languages: those with exactly this
 * name, long, inflected or short (CLDR), else those whose name begins with it. Several if languages differ:
 * "LIS" is October in Croatian and November in Polish.
 */
export function monthsNamed(name: string): ReadonlySet<number> {
  names ??= readNames();
  const letters = lettersOf(name);
  const exact = names.get(letters);
  if (exact !== undefined || letters.length < SHORTEST) return exact ?? new Set();
  beginnings ??= beginningsOf(names);
  return beginnings.get(letters) ?? new Set();
}

function beginningsOf(all: ReadonlyMap<string, ReadonlySet<number>>): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const [name, months] of all) {
    for (let length = SHORTEST; length <= name.length; length++) {
      const beginning = name.slice(0, length);
      found.set(beginning, new Set([...(found.get(beginning) ?? []), ...months]));
    }
  }
  return found;
}

function readNames(): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  const add = (name: string, month: number) => {
    const letters = lettersOf(name);
    if (letters.length < SHORTEST || /\d/.test(letters)) return;
    found.set(letters, (found.get(letters) ?? new Set()).add(month));
  };
  for (const [name, month] of PRINTED) add(name, month);
  for (const language of LANGUAGES) {
    for (const form of FORMS) {
      const format = new Intl.DateTimeFormat(language, { ...form, timeZone: "UTC" });
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(Date.UTC(2024, month - 1, 1));
        add(parts.find(({ type }) => type === "month")!.value, month);
      }
    }
  }
  return found;
}

/** Some languages inflect the month after a day. */
const FORMS: readonly Intl.DateTimeFormatOptions[] = [
  { month: "long" },
  { month: "short" },
  { month: "long", day: "numeric" },
];
