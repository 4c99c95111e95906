import type { Holder } from "./mrz.ts";

/** Languages whose letters the specimens' font has. */
export type LabelLanguage = "en" | "fr" | "de" | "es" | "it" | "pt";
/** What a document prints: its holder's, and what a reader may take for it. */
export type PrintedProperty = keyof Holder | "authority" | "eyes";

/** How the fields of an invented layout are set. Lengths are millimetres. */
export interface Arrangement {
  /** The fields from top to bottom, those of one row side by side. */
  readonly rows: readonly (readonly PrintedProperty[])[];
  /** Where the second column begins, as a share of the fields' width: of values where the layout is ruled. */
  readonly column: number;
  readonly label: {
    readonly size: number;
    readonly fill: string;
    readonly inCapitals: boolean;
    /** What stands behind a label, and between its languages. */
    readonly mark: "" | ":";
    readonly joint: " / " | "/" | " ";
  };
  /** Whether names and places are printed with small letters, too. */
  readonly hasSmallLetters: boolean;
  /** What is printed of what no holder has. */
  readonly texts: Readonly<Record<Exclude<PrintedProperty, keyof Holder>, string>>;
}

/** Labels of the values. */
const LABELS: Readonly<Record<LabelLanguage, Readonly<Record<PrintedProperty, string>>>> = {
  en: {
    surname: "Surname",
    givenNames: "Given names",
    nationality: "Nationality",
    sex: "Sex",
    dateOfBirth: "Date of birth",
    placeOfBirth: "Place of birth",
    dateOfIssue: "Date of issue",
    dateOfExpiry: "Date of expiry",
    documentNumber: "Document No.",
    personalNumber: "Personal No.",
    address: "Address",
    authority: "Authority",
    eyes: "Colour of eyes",
  },
  fr: {
    surname: "Nom",
    givenNames: "Prénoms",
    nationality: "Nationalité",
    sex: "Sexe",
    dateOfBirth: "Date de naissance",
    placeOfBirth: "Lieu de naissance",
    dateOfIssue: "Date de délivrance",
    dateOfExpiry: "Date d'expiration",
    documentNumber: "No du document",
    personalNumber: "Numéro personnel",
    address: "Adresse",
    authority: "Autorité",
    eyes: "Couleur des yeux",
  },
  de: {
    surname: "Name",
    givenNames: "Vornamen",
    nationality: "Staatsangehörigkeit",
    sex: "Geschlecht",
    dateOfBirth: "Geburtsdatum",
    placeOfBirth: "Geburtsort",
    dateOfIssue: "Ausstellungsdatum",
    dateOfExpiry: "Gültig bis",
    documentNumber: "Dokumentennummer",
    personalNumber: "Personennummer",
    address: "Anschrift",
    authority: "Behörde",
    eyes: "Augenfarbe",
  },
  es: {
    surname: "Apellidos",
    givenNames: "Nombre",
    nationality: "Nacionalidad",
    sex: "Sexo",
    dateOfBirth: "Fecha de nacimiento",
    placeOfBirth: "Lugar de nacimiento",
    dateOfIssue: "Fecha de expedición",
    dateOfExpiry: "Fecha de caducidad",
    documentNumber: "Número de documento",
    personalNumber: "Número personal",
    address: "Domicilio",
    authority: "Autoridad",
    eyes: "Color de ojos",
  },
  it: {
    surname: "Cognome",
    givenNames: "Nome",
    nationality: "Cittadinanza",
    sex: "Sesso",
    dateOfBirth: "Data di nascita",
    placeOfBirth: "Luogo di nascita",
    dateOfIssue: "Data di rilascio",
    dateOfExpiry: "Data di scadenza",
    documentNumber: "Numero del documento",
    personalNumber: "Numero personale",
    address: "Indirizzo",
    authority: "Autorità",
    eyes: "Colore occhi",
  },
  pt: {
    surname: "Apelidos",
    givenNames: "Nomes próprios",
    nationality: "Nacionalidade",
    sex: "Sexo",
    dateOfBirth: "Data de nascimento",
    placeOfBirth: "Local de nascimento",
    dateOfIssue: "Data de emissão",
    dateOfExpiry: "Data de validade",
    documentNumber: "Número do documento",
    personalNumber: "Número pessoal",
    address: "Morada",
    authority: "Autoridade",
    eyes: "Cor dos olhos",
  },
};

/** A label in one language, or in several: "Surname / Nom". */
export const labelOf = (
  property: PrintedProperty,
  languages: readonly LabelLanguage[],
  joint = " / ",
): string => languages.map((language) => LABELS[language][property]).join(joint);

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
