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

/** Labels of the values, in the order of the languages. */
const LABELS = new Map(
  `
    surname: Surname, Nom, Name, Apellidos, Cognome, Apelidos
    givenNames: Given names, Prénoms, Vornamen, Nombre, Nome, Nomes próprios
    nationality: Nationality, Nationalité, Staatsangehörigkeit, Nacionalidad, Cittadinanza, Nacionalidade
    sex: Sex, Sexe, Geschlecht, Sexo, Sesso, Sexo
    dateOfBirth: Date of birth, Date de naissance, Geburtsdatum, Fecha de nacimiento, Data di nascita, Data de nascimento
    placeOfBirth: Place of birth, Lieu de naissance, Geburtsort, Lugar de nacimiento, Luogo di nascita, Local de nascimento
    dateOfIssue: Date of issue, Date de délivrance, Ausstellungsdatum, Fecha de expedición, Data di rilascio, Data de emissão
    dateOfExpiry: Date of expiry, Date d'expiration, Gültig bis, Fecha de caducidad, Data di scadenza, Data de validade
    documentNumber: Document No., No du document, Dokumentennummer, Número de documento, Numero del documento, Número do documento
    personalNumber: Personal No., Numéro personnel, Personennummer, Número personal, Numero personale, Número pessoal
    address: Address, Adresse, Anschrift, Domicilio, Indirizzo, Morada
    authority: Authority, Autorité, Behörde, Autoridad, Autorità, Autoridade
    eyes: Colour of eyes, Couleur des yeux, Augenfarbe, Color de ojos, Colore occhi, Cor dos olhos
  `
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/[:,] /) as [PrintedProperty, ...string[]])
    .map(([property, ...labels]) => [property, labels] as const),
);

/** A label in one language, or in several: "Surname / Nom". */
export const labelOf = (
  property: PrintedProperty,
  languages: readonly LabelLanguage[],
  joint = " / ",
): string => {
  const labels = LABELS.get(property)!;
  return languages.map((language) => labels[LANGUAGES.indexOf(language)]).join(joint);
};

/** An issuer's date format. */
export type DateStyle = "dotted" | "slashed" | "spaced" | "named" | "year first";

const STYLES: Readonly<
  Record<DateStyle, (year: string, month: string, day: string, language: LabelLanguage) => string>
> = {
  dotted: (year, month, day) => `${day}.${month}.${year}`,
  slashed: (year, month, day) => `${day}/${month}/${year}`,
  spaced: (year, month, day) => `${day} ${month} ${year}`,
  named: (year, month, day, language) => `${day} ${monthName(Number(month), language)} ${year}`,
  "year first": (year, month, day) => `${year}-${month}-${day}`,
};

/** An ISO 8601 day as it is printed. */
export function printedDay(iso: string, style: DateStyle, language: LabelLanguage): string {
  const [year, month, day] = iso.split("-") as [string, string, string];
  return STYLES[style](year, month, day, language);
}

/** "JAN", "JANV", "MÄRZ": as short as the language has it. */
function monthName(month: number, language: LabelLanguage): string {
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
