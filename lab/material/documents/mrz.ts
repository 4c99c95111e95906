/** The bearer's data in an MRZ. Dates are ISO 8601; names and numbers are in the MRZ's own alphabet. */
interface Bearer {
  readonly surname: string;
  readonly givenNames: string;
  readonly sex: "F" | "M" | "X";
  readonly nationality: string;
  readonly dateOfBirth: string;
  readonly dateOfExpiry: string;
  readonly documentNumber: string;
  readonly personalNumber: string;
}

/** The holder of a specimen document: the visual inspection zone (VIZ) has more data than the MRZ. */
export interface Holder extends Bearer {
  readonly dateOfIssue: string;
  readonly placeOfBirth: string;
  readonly address: string;
}

export type SpecimenFormat = "TD1" | "TD2" | "TD3";

const WEIGHTS = [7, 3, 1];

/** The check digit of ICAO Doc 9303-3, 4.9. */
function specimenCheckDigit(text: string): string {
  const sum = Array.from(text).reduce((total, character, i) => {
    const value = character === "<" ? 0 : Number.parseInt(character, 36);
    return total + value * WEIGHTS[i % 3]!;
  }, 0);
  return String(sum % 10);
}

const pad = (text: string, length: number) => text.replaceAll(" ", "<").slice(0, length).padEnd(length, "<");
const yymmdd = (iso: string) => iso.slice(2).replaceAll("-", "");
const checked = (text: string) => text + specimenCheckDigit(text);

/** The beginning of an MRZ: its document code, such as `IR`, and the code of the issuing state. */
export interface MrzHead {
  readonly code: string;
  readonly issuer: string;
}

/** The MRZ of a holder, with valid check digits; of Utopia (UTO) unless the head says otherwise. */
export function composeMrz(format: SpecimenFormat, holder: Bearer, head?: MrzHead): string[] {
  const { code, issuer } = head ?? { code: format === "TD3" ? "P" : "I", issuer: "UTO" };
  const start = pad(code, 2) + pad(issuer, 3);
  const names = `${pad(holder.surname, holder.surname.length)}<<${holder.givenNames}`;
  const number = checked(pad(holder.documentNumber, 9));
  const birth = checked(yymmdd(holder.dateOfBirth));
  const expiry = checked(yymmdd(holder.dateOfExpiry));
  const sex = holder.sex === "X" ? "<" : holder.sex;
  const nationality = pad(holder.nationality, 3);
  if (format === "TD1") {
    const optional = pad(holder.personalNumber, 15);
    const optional2 = pad("", 11);
    const composite = specimenCheckDigit(number + optional + birth + expiry + optional2);
    return [
      `${start}${number}${optional}`,
      `${birth}${sex}${expiry}${nationality}${optional2}${composite}`,
      pad(names, 30),
    ];
  }
  if (format === "TD2") {
    const optional = pad(holder.personalNumber, 7);
    const composite = specimenCheckDigit(number + birth + expiry + optional);
    return [
      `${start}${pad(names, 31)}`,
      `${number}${nationality}${birth}${sex}${expiry}${optional}${composite}`,
    ];
  }
  const personal = checked(pad(holder.personalNumber, 14));
  const composite = specimenCheckDigit(number + birth + expiry + personal);
  return [
    `${start}${pad(names, 39)}`,
    `${number}${nationality}${birth}${sex}${expiry}${personal}${composite}`,
  ];
}

type CheckedField = "document_number" | "date_of_birth" | "date_of_expiry" | "composite";

type CheckedPlaces = Record<CheckedField, readonly [line: number, column: number, length: number]>;

/** Line, column and length of each checked field of a format of two lines; its check digit follows it. */
const inTwoLines = (length: number): CheckedPlaces => ({
  document_number: [1, 0, 9],
  date_of_birth: [1, 13, 6],
  date_of_expiry: [1, 21, 6],
  composite: [1, length - 1, 0],
});

const PLACES: Record<SpecimenFormat, CheckedPlaces> = {
  TD1: {
    document_number: [0, 5, 9],
    date_of_birth: [1, 0, 6],
    date_of_expiry: [1, 8, 6],
    composite: [1, 29, 0],
  },
  TD2: inTwoLines(36),
  TD3: inTwoLines(44),
};

const overwrite = (line: string, column: number, text: string) =>
  line.slice(0, column) + text + line.slice(column + text.length);

/** An MRZ whose named check digit is one too high, the way a clumsy forger leaves it. */
export function withWrongCheckDigit(lines: readonly string[], format: SpecimenFormat, field: CheckedField) {
  const [row, column, length] = PLACES[format][field];
  const digit = Number(lines[row]![column + length]);
  return lines.map((line, i) =>
    i === row ? overwrite(line, column + length, String((digit + 1) % 10)) : line,
  );
}

/** An MRZ with another date of birth (YYMMDD) under the old check digits. */
export function withChangedBirthDate(lines: readonly string[], format: SpecimenFormat, date: string) {
  const [row, column] = PLACES[format].date_of_birth;
  return lines.map((line, i) => (i === row ? overwrite(line, column, date) : line));
}
