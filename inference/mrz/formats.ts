/** The characters that a position may have, ICAO Doc 9303-3, 4.3 and 4.8. */
export const CHARACTER_SETS = {
  letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ<",
  digits: "0123456789",
  /**
   * Fillers replace an unknown part of a birth date, the expiry of a document without one, and the check
   * digit of an empty personal number.
   */
  digitsOrFiller: "0123456789<",
  any: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<",
  /** The standard for MRZs lacks X, but states print it. */
  sex: "MFX<",
  filler: "<",
  cardCode: "ACI",
  passportCode: "P",
  visaCode: "V",
} as const;

export type CharacterSet = keyof typeof CHARACTER_SETS;

export type FormatName = "TD1" | "TD2" | "TD3" | "MRV_A" | "MRV_B" | "FRA_ID";

export type FieldName =
  | "document_code"
  | "issuing_state"
  | "primary_identifier"
  | "secondary_identifier"
  | "document_number"
  | "nationality"
  | "date_of_birth"
  | "sex"
  | "date_of_expiry"
  | "optional_data"
  | "optional_data_2"
  | "personal_number";

/** The data that a check digit covers. */
export type CheckName =
  | "document_number"
  | "date_of_birth"
  | "date_of_expiry"
  | "personal_number"
  | "composite";

/** Positions of one line: line number, first column, column after the last; all from 0. */
export type Span = readonly [line: number, start: number, end: number];

export interface FieldPlace {
  /** `names` holds both identifiers, with two fillers between them. */
  readonly name: FieldName | "names";
  readonly span: Span;
  readonly set: CharacterSet;
}

export interface CheckPlace {
  readonly name: CheckName;
  readonly digit: Span;
  /** The characters that the digit covers, in order. */
  readonly covers: readonly Span[];
  /** The same as some states count them: the digit may fit these instead. */
  readonly orCovers?: readonly Span[];
  readonly set: CharacterSet;
}

export interface Format {
  readonly name: FormatName;
  readonly lines: number;
  readonly length: number;
  /** Sets of the first two characters: the first distinguishes a visa from a card of the same size. */
  readonly code: readonly [CharacterSet, CharacterSet];
  /** The code of the one state that prints it, for a format outside the standard. */
  readonly state?: string;
  /** Where a document number that is too long for its field continues (Doc 9303-5, 4.2.2; 9303-6, 4.2.2). */
  readonly overflow?: Span;
  readonly fields: readonly FieldPlace[];
  readonly checks: readonly CheckPlace[];
}

/** A format's overflow and its field share one span, which `parseMrz` compares by identity. */
const TD1_OPTIONAL: Span = [0, 15, 30];
const TD2_OPTIONAL: Span = [1, 28, 35];

/** The second line that TD2, TD3 and both visas share, up to column 28. */
const SECOND_LINE: readonly FieldPlace[] = [
  { name: "document_number", span: [1, 0, 9], set: "any" },
  { name: "nationality", span: [1, 10, 13], set: "letters" },
  { name: "date_of_birth", span: [1, 13, 19], set: "digitsOrFiller" },
  { name: "sex", span: [1, 20, 21], set: "sex" },
  { name: "date_of_expiry", span: [1, 21, 27], set: "digitsOrFiller" },
];
const DATES: readonly CheckPlace[] = [
  { name: "date_of_birth", digit: [1, 19, 20], covers: [[1, 13, 19]], set: "digits" },
  { name: "date_of_expiry", digit: [1, 27, 28], covers: [[1, 21, 27]], set: "digits" },
];
const numberCheck = (set: CharacterSet): CheckPlace => ({
  name: "document_number",
  digit: [1, 9, 10],
  covers: [[1, 0, 9]],
  set,
});
const head = (end: number): readonly FieldPlace[] => [
  { name: "document_code", span: [0, 0, 2], set: "letters" },
  { name: "issuing_state", span: [0, 2, 5], set: "letters" },
  { name: "names", span: [0, 5, end], set: "letters" },
];

/**
 * The MRZ formats of Doc 9303-4 (TD3), -5 (TD1), -6 (TD2) and -7 (visas), and that of the French identity
 * card until 2021. The latter has no expiry in its MRZ; its number begins with year and month of issue.
 */
export const FORMATS: readonly Format[] = [
  {
    name: "TD1",
    lines: 3,
    length: 30,
    code: ["cardCode", "any"],
    overflow: TD1_OPTIONAL,
    fields: [
      { name: "document_code", span: [0, 0, 2], set: "letters" },
      { name: "issuing_state", span: [0, 2, 5], set: "letters" },
      { name: "document_number", span: [0, 5, 14], set: "any" },
      { name: "optional_data", span: TD1_OPTIONAL, set: "any" },
      { name: "date_of_birth", span: [1, 0, 6], set: "digitsOrFiller" },
      { name: "sex", span: [1, 7, 8], set: "sex" },
      { name: "date_of_expiry", span: [1, 8, 14], set: "digitsOrFiller" },
      { name: "nationality", span: [1, 15, 18], set: "letters" },
      { name: "optional_data_2", span: [1, 18, 29], set: "any" },
      { name: "names", span: [2, 0, 30], set: "letters" },
    ],
    checks: [
      { name: "document_number", digit: [0, 14, 15], covers: [[0, 5, 14]], set: "digitsOrFiller" },
      { name: "date_of_birth", digit: [1, 6, 7], covers: [[1, 0, 6]], set: "digits" },
      { name: "date_of_expiry", digit: [1, 14, 15], covers: [[1, 8, 14]], set: "digits" },
      {
        name: "composite",
        digit: [1, 29, 30],
        covers: [
          [0, 5, 30],
          [1, 0, 7],
          [1, 8, 15],
          [1, 18, 29],
        ],
        set: "digits",
      },
    ],
  },
  {
    name: "TD2",
    lines: 2,
    length: 36,
    code: ["cardCode", "any"],
    overflow: TD2_OPTIONAL,
    fields: [...head(36), ...SECOND_LINE, { name: "optional_data", span: TD2_OPTIONAL, set: "any" }],
    checks: [
      numberCheck("digitsOrFiller"),
      ...DATES,
      {
        name: "composite",
        digit: [1, 35, 36],
        covers: [
          [1, 0, 10],
          [1, 13, 20],
          [1, 21, 35],
        ],
        set: "digits",
      },
    ],
  },
  {
    name: "TD3",
    lines: 2,
    length: 44,
    code: ["passportCode", "letters"],
    fields: [...head(44), ...SECOND_LINE, { name: "personal_number", span: [1, 28, 42], set: "any" }],
    checks: [
      numberCheck("digits"),
      ...DATES,
      { name: "personal_number", digit: [1, 42, 43], covers: [[1, 28, 42]], set: "digitsOrFiller" },
      {
        name: "composite",
        digit: [1, 43, 44],
        covers: [
          [1, 0, 10],
          [1, 13, 20],
          [1, 21, 43],
        ],
        set: "digits",
      },
    ],
  },
  {
    name: "MRV_A",
    lines: 2,
    length: 44,
    code: ["visaCode", "letters"],
    fields: [...head(44), ...SECOND_LINE, { name: "optional_data", span: [1, 28, 44], set: "any" }],
    checks: [numberCheck("digits"), ...DATES],
  },
  {
    name: "MRV_B",
    lines: 2,
    length: 36,
    code: ["visaCode", "letters"],
    fields: [...head(36), ...SECOND_LINE, { name: "optional_data", span: [1, 28, 36], set: "any" }],
    checks: [numberCheck("digits"), ...DATES],
  },
  {
    name: "FRA_ID",
    lines: 2,
    length: 36,
    code: ["cardCode", "letters"],
    state: "FRA",
    fields: [
      { name: "document_code", span: [0, 0, 2], set: "letters" },
      { name: "issuing_state", span: [0, 2, 5], set: "letters" },
      { name: "primary_identifier", span: [0, 5, 30], set: "letters" },
      // The office that issued the card.
      { name: "optional_data", span: [0, 30, 36], set: "any" },
      { name: "document_number", span: [1, 0, 12], set: "any" },
      { name: "secondary_identifier", span: [1, 13, 27], set: "letters" },
      { name: "date_of_birth", span: [1, 27, 33], set: "digitsOrFiller" },
      { name: "sex", span: [1, 34, 35], set: "sex" },
    ],
    checks: [
      { name: "document_number", digit: [1, 12, 13], covers: [[1, 0, 12]], set: "digits" },
      { name: "date_of_birth", digit: [1, 33, 34], covers: [[1, 27, 33]], set: "digits" },
      {
        name: "composite",
        digit: [1, 35, 36],
        covers: [
          [0, 0, 36],
          [1, 0, 35],
        ],
        set: "digits",
      },
    ],
  },
];

/** For each line of a format, the set of each position. */
export function characterSetsOf(format: Format): CharacterSet[][] {
  const sets = Array.from({ length: format.lines }, () => Array<CharacterSet>(format.length).fill("any"));
  const put = ([line, start, end]: Span, set: CharacterSet) => sets[line]!.fill(set, start, end);
  for (const field of format.fields) put(field.span, field.set);
  for (const check of format.checks) put(check.digit, check.set);
  sets[0]!.splice(0, 2, ...format.code);
  return sets;
}
