import type { DetailResult, ExpectedKey, NameMatch } from "../../../vocabulary/details.ts";
import { EXPECTED_KEYS } from "../../../vocabulary/details.ts";
import type { Field, Fields } from "../ocr/field.ts";
import { namesFillLine } from "../ocr/mrz.ts";
import type { OcrVerdict } from "../ocr/verdict.ts";
import { CONFIDENT } from "../text/letters.ts";
import {
  compareNames,
  givenNames,
  type Name,
  type NameComparison,
  splitName,
  surname,
  wholeName,
} from "./names.ts";
import { spell } from "./spelling.ts";

/** The details that a tenant expects. Dates are ISO 8601, states ISO 3166 alpha-3. */
export type Expected = Readonly<Partial<Record<ExpectedKey, string | undefined>>>;

/** The comparison of one expected detail. */
export interface ComparedDetail {
  readonly field: ExpectedKey;
  readonly result: DetailResult;
  /** Whether the values match in another spelling, order or form only. */
  readonly normalised: boolean;
  /** Whether the value was read with confidence from the MRZ, so that a mismatch is not a misreading. */
  readonly isCertain: boolean;
}

/** The values of a document's one or two sides, and the MRZ. */
export interface ReadDetails extends Pick<OcrVerdict, "mrz"> {
  readonly fields: Fields;
}

/** Compares every expected detail with the document, in the order of `EXPECTED_KEYS`. */
export function compareDetails(
  expected: Expected,
  read: ReadDetails,
  nameMatch: NameMatch,
): ComparedDetail[] {
  return EXPECTED_KEYS.flatMap((field) => {
    const value = expected[field];
    if (value === undefined) return [];
    if (isNameKey(field)) return [compareName(field, expected, read, nameMatch)];
    const found = read.fields[field];
    return [
      found === undefined ? notRead(field) : detail(field, found, COMPARED_AS[field](value, found.value)),
    ];
  });
}

type Outcome = Pick<ComparedDetail, "result" | "normalised">;

const detail = (field: ExpectedKey, found: Field, outcome: Outcome): ComparedDetail => ({
  field,
  ...outcome,
  isCertain: found.source !== "viz" && found.confidence >= CONFIDENT && found.alternative === undefined,
});

const notRead = (field: ExpectedKey): ComparedDetail => ({
  field,
  result: "not_read",
  normalised: false,
  isCertain: false,
});

const MATCH: Outcome = { result: "match", normalised: false };
const NORMALISED: Outcome = { result: "match", normalised: true };
const CLOSE: Outcome = { result: "close", normalised: false };
const MISMATCH: Outcome = { result: "mismatch", normalised: false };

const sameText = (expected: string, read: string): Outcome => (expected === read ? MATCH : MISMATCH);

/** Numbers are printed in groups. */
const inGroups = (text: string) => text.toUpperCase().replace(/[ .\-/]/g, "");

function sameNumber(expected: string, read: string): Outcome {
  if (expected === read) return MATCH;
  return inGroups(expected) === inGroups(read) ? NORMALISED : MISMATCH;
}

/**
 * Addresses are printed in many forms: `close` if one has all numbers of the other, and half of its words.
 */
function sameAddress(expected: string, read: string): Outcome {
  const [a, b] = [spell(expected), spell(read)];
  if (a.folded === b.folded) return MATCH;
  if (a.spellings.length === 0 || b.spellings.length === 0) return CLOSE;
  const pairs = a.spellings.flatMap((one) => b.spellings.map((other) => [one, other] as const));
  if (pairs.some(([one, other]) => one.toSorted().join(" ") === other.toSorted().join(" ")))
    return NORMALISED;
  return pairs.some(([one, other]) => isPartOfAddress(one, other)) ? CLOSE : MISMATCH;
}

function isPartOfAddress(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const shared = short.filter((word) => long.includes(word));
  const hasNumbers = short.every((word) => !/\d/.test(word) || long.includes(word));
  return hasNumbers && shared.length * 2 >= short.length;
}

const NAME_KEYS = ["full_name", "first_name", "last_name"] as const;
type NameKey = (typeof NAME_KEYS)[number];
const isNameKey = (key: ExpectedKey): key is NameKey => NAME_KEYS.some((name) => name === key);

const COMPARED_AS: Readonly<
  Record<Exclude<ExpectedKey, NameKey>, (expected: string, read: string) => Outcome>
> = {
  date_of_birth: sameText,
  document_number: sameNumber,
  personal_number: sameNumber,
  nationality: sameText,
  issuing_country: sameText,
  address: sameAddress,
};

/**
 * A given name or surname matches if it is the document's own, as printed or as the MRZ spells it, or if the
 * whole name is the document's: states and forms split one name in different ways.
 */
function compareName(
  field: NameKey,
  expected: Expected,
  read: ReadDetails,
  match: NameMatch,
): ComparedDetail {
  const { fields, mrz } = read;
  const isCut = mrz !== null && namesFillLine(mrz);
  const found = fields[field];
  const compared = SPELLINGS.flatMap((spelling) => {
    const [own, whole] = [found && partOf(field, spelling(found)), wholeOf(fields, spelling)];
    return [
      own && compareNames(partOf(field, expected[field]!), own, isCut),
      whole && compareNames(expectedWhole(field, expected), whole, isCut),
    ];
  }).filter((each) => each !== undefined);
  if (compared.length === 0) return notRead(field);
  // A name that the print spells in another way than the MRZ was not read with certainty.
  const shown = found ?? fields.full_name ?? fields.last_name ?? fields.first_name!;
  const best = BEST.find((each) => compared.includes(each))!;
  const isPrinted = best === "different" && isAlternative(field, expected, shown);
  return detail(field, shown, outcomeOf(isPrinted ? "close" : best, match));
}

const BEST: readonly NameComparison[] = ["same", "spelled", "close", "different"];

/** A match by spelling or order is close if the tenant wants names to be exact. */
function outcomeOf(best: NameComparison, match: NameMatch): Outcome {
  if (best === "same") return MATCH;
  if (best === "different") return MISMATCH;
  return best === "spelled" && match === "tolerant" ? NORMALISED : CLOSE;
}

const PARTS: Readonly<Record<NameKey, (text: string) => Name>> = {
  full_name: wholeName,
  first_name: givenNames,
  last_name: surname,
};
const partOf = (field: NameKey, text: string): Name => PARTS[field](text);

type Spelling = (name: Field) => string;

/** A name as printed, and as the MRZ spells it. */
const SPELLINGS: readonly Spelling[] = [
  ({ value }) => value,
  ({ value, transliteration }) => transliteration ?? value,
];

function wholeOf(fields: Fields, spelling: Spelling): Name | undefined {
  const { first_name: given, last_name: family, full_name: full } = fields;
  if (given !== undefined && family !== undefined) return splitName(spelling(given), spelling(family));
  const only = full ?? family ?? given;
  return only && wholeName(spelling(only));
}

/** The expected whole name; a part of it if the tenant expects only that part. */
function expectedWhole(field: NameKey, { first_name: given, last_name: family, ...rest }: Expected): Name {
  if (rest.full_name !== undefined) return wholeName(rest.full_name);
  if (given !== undefined && family !== undefined) return splitName(given, family);
  return partOf(field, (given ?? family)!);
}

const isAlternative = (field: NameKey, expected: Expected, { alternative }: Field): boolean =>
  alternative !== undefined &&
  compareNames(partOf(field, expected[field]!), partOf(field, alternative)) !== "different";
