import type { FieldKey } from "../../../../vocabulary/documents.ts";
import { countryNamed } from "../../text/country-names.ts";
import { type DateContext, type DateKind, findDate } from "../../text/dates.ts";
import type { LabelKind } from "../../text/printed-labels.ts";
import { isLikeLabel } from "./labels/label-beginnings.ts";
import { printedSex } from "./sexes.ts";

/** Facts about the whole page that affect the reading of a value. */
export interface PageContext {
  readonly now: number;
  /** The languages of the page's labels, BCP 47. */
  readonly languages: ReadonlySet<string>;
  readonly monthFirst: boolean;
}

export type Values = Partial<Record<FieldKey, string>>;
/** Parses a text as the values of a label's fields; null when the text does not fit. */
export type Parser = (text: string, page: PageContext) => Values | null;

const as =
  (key: FieldKey, parse: (text: string, page: PageContext) => string | null): Parser =>
  (text, page) => {
    const value = parse(text, page);
    return value === null ? null : { [key]: value };
  };
const dateOf = (key: FieldKey, kind: DateKind): Parser =>
  as(key, (text, page) => findDate(text, dateContext(kind, page))?.date ?? null);
const dateContext = (kind: DateKind, { now, monthFirst }: PageContext): DateContext => ({
  century: { kind, now },
  monthFirst,
});

/** The parser of each kind of label. The kind `name` is resolved by the page's other labels first. */
export const PARSERS: Readonly<Record<Exclude<LabelKind, "name" | "other">, Parser>> = {
  full_name: as("full_name", nameLike),
  first_name: as("first_name", nameLike),
  last_name: as("last_name", nameLike),
  document_number: as("document_number", numberLike),
  personal_number: as("personal_number", numberLike),
  birth,
  date_of_birth: dateOf("date_of_birth", "birth"),
  date_of_issue: dateOf("date_of_issue", "issue"),
  date_of_expiry: dateOf("date_of_expiry", "expiry"),
  sex: as("sex", (text, { languages }) => printedSex(text, languages)),
  nationality: as("nationality", countryNamed),
  issuing_country: as("issuing_country", countryNamed),
  address: as("address", addressLike),
  place_of_birth: as("place_of_birth", placeLike),
};

function anyText(text: string): string | null {
  const value = text.replace(/\s+/g, " ").trim();
  return value === "" ? null : value;
}

/** A name has letters and no digits. A reader takes an S with a comma for a dollar's sign. */
function nameLike(read: string): string | null {
  const text = read.replace(/\$(?=\p{L})/gu, "S");
  return /^[^\d]*\p{L}{2}[^\d]*$/u.test(text) || /^\p{L}\.?$/u.test(text.trim()) ? anyText(text) : null;
}

/**
 * A number whose letters and digits come in any order. Postal codes are shorter, and a street with its house
 * number that lost their space is none.
 */
const MIXED = /^(?=\S{8})\S*(?:[A-Z]\d+[A-Z]|\d[A-Z]+\d)\S*$/i;

/** Minimum letters and digits of an address's line. */
const LINE_FROM = 3;

/** An address does not begin with a scrap, a number, or a misread label. */
function addressLike(text: string): string | null {
  const signs = text.replace(/[^\p{L}\d]/gu, "");
  const isLine = /\p{L}{2}/u.test(text) && signs.length >= LINE_FROM;
  const isOther = MIXED.test(text.trim()) || isLikeLabel(text);
  return isLine && !isOther ? anyText(text) : null;
}

/** A place name: no date, and no misread label. */
function placeLike(text: string): string | null {
  const isNamed = /\p{L}{2}/u.test(text) && findDate(text) === null && !isLikeLabel(text);
  return isNamed ? anyText(text) : null;
}

function birth(text: string, page: PageContext): Values | null {
  const found = findDate(text, dateContext("birth", page));
  if (found === null) return null;
  const place = [found.behind, found.before].map((part) => part.replace(/^[\s,;/-]+|[\s,;/-]+$/g, ""));
  const named = place.map(placeLike).find((name) => name !== null);
  return { date_of_birth: found.date, ...(named !== undefined && { place_of_birth: named }) };
}

/** A postal code and its town that lost their space are no number. */
function numberLike(text: string): string | null {
  const value = text.replace(/[\s-]/g, "").toUpperCase();
  return /^(?=.*\d)(?!\d{4,}[A-Z]{4,}$)[A-Z0-9]{4,20}$/.test(value) ? value : null;
}
