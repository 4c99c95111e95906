import type { Mrz } from "../../inference/port.ts";
import { isoDay, mrzDate, mrzDates, yearsAfter } from "../text/dates.ts";

/**
 * Maximum validity in years. Passports: ten, and some months that states add. Cards and permits: sixty, as
 * Hungary's for holders over 65.
 */
const VALID_MAX = { book: 11, card: 61 } as const;

/** Longer than any known human life. */
const AGE_MAX = 122;

/** A card without an expiry names the year 9999. */
const NO_END = "9999";

/** What a document's print shows about the centuries of its MRZ's dates. */
interface PrintedDates {
  /** Every printed date with a four-digit year, ISO 8601. */
  readonly inFull: ReadonlySet<string>;
  readonly issue: string | undefined;
}

interface MrzDates {
  readonly birth: string | null;
  readonly expiry: string | null;
  /**
   * Whether the expiry may be of another century, which only the print could decide and does not. `expiry` is
   * then the usual one, for comparison.
   */
  readonly isOpen: boolean;
}

/**
 * The MRZ's dates, whose years have two digits. The printed year of the same day decides, but only between
 * possible centuries: a birth is not after today or the issue; an expiry is not before either, nor further
 * ahead than such a document is valid. Without print a birth is the latest possible one. An expiry is the
 * latest that is at most 50 years ahead, or of the next century if the birth or the issue rules that out.
 */
export function datesOfMrz(mrz: Mrz, printed: PrintedDates, now: number): MrzDates {
  const digitsOf = (name: string) => mrz.fields.find((field) => field.name === name)?.value ?? "";
  const [born, ends] = [digitsOf("date_of_birth"), digitsOf("date_of_expiry")];
  const today = isoDay(new Date(now));
  const { inFull } = printed;
  // A date that the MRZ gives to another element was read under a neighbour's label.
  const isAnother = [...mrzDates(born), ...mrzDates(ends)].some((date) => date === printed.issue);
  const issue = isAnother ? undefined : printed.issue;
  const births = mrzDates(born).filter(
    (date) => date <= (issue ?? today) && date <= today && date > yearsAfter(today, -AGE_MAX),
  );
  const usual = mrzDate(ends, "expiry", now);
  const ending = expiryOf({ ends, usual, births, issue, inFull, today, isCard: /^TD[12]$/.test(mrz.format) });
  const before = births.filter((date) => ending.expiry === null || date < ending.expiry);
  const birth = before.find((date) => inFull.has(date)) ?? before.at(-1) ?? mrzDate(born, "birth", now);
  return { birth, ...ending };
}

interface Ending {
  readonly ends: string;
  readonly usual: string | null;
  readonly births: readonly string[];
  readonly issue: string | undefined;
  readonly inFull: ReadonlySet<string>;
  readonly today: string;
  readonly isCard: boolean;
}

function expiryOf({ ends, usual, births, issue, inFull, today, isCard }: Ending): Omit<MrzDates, "birth"> {
  const isAfter = (date: string) => date > (births[0] ?? "") && date > (issue ?? "");
  const latest = yearsAfter(issue ?? today, isCard ? VALID_MAX.card : VALID_MAX.book);
  // If the issue allows the usual century, a card without an expiry is no better an explanation.
  const mayHaveNoEnd = isCard && (issue === undefined || usual === null || !isAfter(usual));
  const others = mrzDates(ends).filter(
    (date) => date !== usual && isAfter(date) && (date.startsWith(NO_END) ? mayHaveNoEnd : date <= latest),
  );
  const unambiguous = (expiry: string | null) => ({ expiry, isOpen: false });
  if (usual === null || inFull.has(usual)) return unambiguous(usual);
  const shown = others.find((date) => inFull.has(date));
  if (shown !== undefined) return unambiguous(shown);
  const ahead = others.filter((date) => date >= today);
  if (isAfter(usual))
    return { expiry: usual, isOpen: usual < today && issue === undefined && ahead.length > 0 };
  const next = ahead.find((date) => !date.startsWith(NO_END));
  return next === undefined ? { expiry: usual, isOpen: ahead.length > 0 } : unambiguous(next);
}

/** Whether a date that only the print gives may be a document's expiry. */
export function mayBeExpiry(date: string, now: number): boolean {
  return date.startsWith(NO_END) || date <= yearsAfter(isoDay(new Date(now)), VALID_MAX.card);
}
