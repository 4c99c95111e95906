import { type LabelKind, PRINTED_LABELS } from "../../../edge/verdicts/text/printed-labels.ts";
import type { Holder } from "./mrz.ts";

/** Languages whose letters the specimens' font has. */
export const LANGUAGES = ["en", "fr", "de", "es", "it", "pt"] as const;
export type LabelLanguage = (typeof LANGUAGES)[number];
/** Printed properties: the holder's, and others that a reader may confuse with them. */
export type PrintedProperty = keyof Holder | "authority" | "eyes";

/** How the fields of an invented layout are set. Lengths are millimetres. */
export interface Arrangement {
  /** The fields from top to bottom, those of one row side by side. */
  readonly rows: readonly (readonly PrintedProperty[])[];
  /**
   * Start of the second column, as a share of the fields' width: the values' column if the layout is ruled.
   */
  readonly column: number;
  readonly label: {
    readonly size: number;
    readonly fill: string;
    readonly inCapitals: boolean;
    /** The mark after a label, and between its languages. */
    readonly mark: "" | ":";
    readonly joint: " / " | "/" | " ";
  };
  /** Whether names and places are printed with small letters, too. */
  readonly hasSmallLetters: boolean;
  /** Printed texts that are no property of a holder. */
  readonly texts: Readonly<Record<Exclude<PrintedProperty, keyof Holder>, string>>;
}

/** The meaning of each property's label. */
const MEANINGS: Readonly<Record<keyof Holder, LabelKind>> = {
  surname: "last_name",
  givenNames: "first_name",
  nationality: "nationality",
  sex: "sex",
  dateOfBirth: "date_of_birth",
  placeOfBirth: "place_of_birth",
  dateOfIssue: "date_of_issue",
  dateOfExpiry: "date_of_expiry",
  documentNumber: "document_number",
  personalNumber: "personal_number",
  address: "address",
};

/** Labels of texts that are no field, in the order of the languages. */
const OTHERS: Readonly<Record<Exclude<PrintedProperty, keyof Holder>, readonly string[]>> = {
  authority: ["Authority", "Autorité", "Behörde", "Autoridad", "Autorità", "Autoridade"],
  eyes: [
    ...["Colour of eyes", "Couleur des yeux", "Augenfarbe", "Color de ojos", "Colore occhi", "Cor dos olhos"],
  ],
};

/** The usual label of a field in a language, as the reader's table has it; undefined if it has none. */
export function usualLabel(meaning: LabelKind, language: string): string | undefined {
  const parts = PRINTED_LABELS[meaning].split(/[|\n]/).map((part) => part.trim());
  const own = parts.find((part) => part.startsWith(`${language} `));
  return own === undefined ? undefined : own.slice(language.length).split(",")[0]!.trim();
}

/** A label in one language, or in several: "Surname / Nom". */
export const labelOf = (
  property: PrintedProperty,
  languages: readonly LabelLanguage[],
  joint = " / ",
): string =>
  languages
    .map((language) =>
      property === "authority" || property === "eyes"
        ? OTHERS[property][LANGUAGES.indexOf(language)]
        : usualLabel(MEANINGS[property], language),
    )
    .join(joint);

/** An issuer's date format. */
export type DateStyle = "dotted" | "slashed" | "spaced" | "named" | "year first";

const STYLES: Readonly<
  Record<DateStyle, (year: string, month: string, day: string, language: string) => string>
> = {
  dotted: (year, month, day) => `${day}.${month}.${year}`,
  slashed: (year, month, day) => `${day}/${month}/${year}`,
  spaced: (year, month, day) => `${day} ${month} ${year}`,
  named: (year, month, day, language) => `${day} ${monthName(Number(month), language)} ${year}`,
  "year first": (year, month, day) => `${year}-${month}-${day}`,
};

/** An ISO 8601 day as it is printed. */
export function printedDay(iso: string, style: DateStyle, language: string): string {
  const [year, month, day] = iso.split("-") as [string, string, string];
  return STYLES[style](year, month, day, language);
}

/** "JAN", "JANV", "MÄRZ": as short as the language has it. */
function monthName(month: number, language: string): string {
  const form = new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" });
  return form
    .format(Date.UTC(2024, month - 1, 1))
    .replace(".", "")
    .toUpperCase();
}

/** Countries that specimens' holders are of, beside invented ones: ISO 3166-1 alpha-3 and alpha-2. */
export const NATIONALITIES = { BRA: "BR", IND: "IN", KEN: "KE", NOR: "NO", TUR: "TR", VNM: "VN" } as const;

/** A country by its name in a language, in capitals; an invented one by its code. */
export function printedCountry(code: string, language: LabelLanguage): string {
  if (!Object.hasOwn(NATIONALITIES, code)) return code;
  const alpha2 = NATIONALITIES[code as keyof typeof NATIONALITIES];
  return new Intl.DisplayNames([language], { type: "region" }).of(alpha2)!.toUpperCase();
}
