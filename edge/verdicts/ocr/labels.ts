import { stripAccents } from "./dates.ts";

/** Keys of contract §7, in the order in which they are answered. */
export const FIELD_KEYS = [
  "full_name",
  "first_name",
  "last_name",
  "document_number",
  "personal_number",
  "date_of_birth",
  "date_of_issue",
  "date_of_expiry",
  "sex",
  "nationality",
  "issuing_country",
  "address",
  "place_of_birth",
] as const;
export type FieldKey = (typeof FIELD_KEYS)[number];

/**
 * Printed labels by field: English, French, German, Spanish, Italian, Portuguese, Dutch. Within a
 * field and between fields the longest that a line begins with wins.
 */
const LABELS: Readonly<Record<FieldKey, readonly string[]>> = {
  full_name: ["FULL NAME", "NAME AND SURNAME", "NOM COMPLET", "NOMBRE COMPLETO"],
  first_name: [
    "GIVEN NAMES",
    "GIVEN NAME",
    "FIRST NAMES",
    "FIRST NAME",
    "FORENAMES",
    "PRENOMS",
    "PRENOM",
    "PRENOM S",
    "VORNAMEN",
    "VORNAME",
    "NOMBRES",
    "NOMBRE",
    "NOMI",
    "NOME",
    "VOORNAMEN",
  ],
  last_name: [
    "SURNAME",
    "LAST NAME",
    "FAMILY NAME",
    "NAME",
    "NOM",
    "NACHNAME",
    "APELLIDOS",
    "COGNOME",
    "APELIDOS",
  ],
  document_number: [
    "DOCUMENT NUMBER",
    "DOCUMENT NO",
    "PASSPORT NUMBER",
    "PASSPORT NO",
    "CARD NUMBER",
    "CARD NO",
    "LICENCE NO",
    "LICENSE NO",
    "LICENCE NUMBER",
    "LICENSE NUMBER",
    "NO DU DOCUMENT",
    "PASSEPORT NO",
    "AUSWEISNUMMER",
    "PASS NR",
    "NUM SOPORTE",
    "NUMERO DE DOCUMENTO",
  ],
  personal_number: [
    "PERSONAL NUMBER",
    "PERSONAL NO",
    "NATIONAL ID",
    "IDENTITY NO",
    "NUMERO PERSONNEL",
    "CODICE FISCALE",
  ],
  date_of_birth: [
    "DATE OF BIRTH",
    "BIRTH DATE",
    "DOB",
    "DATE DE NAISSANCE",
    "GEBURTSDATUM",
    "GEBURTSTAG",
    "FECHA DE NACIMIENTO",
    "DATA DI NASCITA",
    "DATA DE NASCIMENTO",
    "GEBOORTEDATUM",
  ],
  date_of_issue: [
    "DATE OF ISSUE",
    "ISSUE DATE",
    "ISSUED",
    "DATE DE DELIVRANCE",
    "AUSSTELLUNGSDATUM",
    "FECHA DE EXPEDICION",
    "DATA DI RILASCIO",
    "DATA DE EMISSAO",
  ],
  date_of_expiry: [
    "DATE OF EXPIRY",
    "DATE OF EXPIRATION",
    "EXPIRY DATE",
    "EXPIRATION DATE",
    "EXPIRES",
    "VALID UNTIL",
    "DATE D EXPIRATION",
    "GULTIG BIS",
    "FECHA DE CADUCIDAD",
    "VALIDEZ",
    "DATA DI SCADENZA",
    "DATA DE VALIDADE",
    "GELDIG TOT",
  ],
  sex: ["SEX", "SEXE", "GENDER", "GESCHLECHT", "SEXO", "SESSO", "GESLACHT"],
  nationality: [
    "NATIONALITY",
    "NATIONALITE",
    "STAATSANGEHORIGKEIT",
    "NACIONALIDAD",
    "CITTADINANZA",
    "NATIONALITEIT",
  ],
  issuing_country: [
    "ISSUING COUNTRY",
    "ISSUING STATE",
    "COUNTRY CODE",
    "CODE OF ISSUING STATE",
    "PAYS EMETTEUR",
  ],
  address: ["ADDRESS", "ADRESSE", "ANSCHRIFT", "DOMICILIO", "INDIRIZZO", "RESIDENCE", "MORADA", "ADRES"],
  place_of_birth: [
    "PLACE OF BIRTH",
    "LIEU DE NAISSANCE",
    "GEBURTSORT",
    "LUGAR DE NACIMIENTO",
    "LUOGO DI NASCITA",
    "LOCAL DE NASCIMENTO",
    "GEBOORTEPLAATS",
  ],
};

const ALL_LABELS = FIELD_KEYS.flatMap((key) =>
  LABELS[key].map((label) => ({ key, letters: lettersOf(label) })),
).sort((a, b) => b.letters.length - a.letters.length);

/**
 * Capital letters and digits alone: accents, case, punctuation and spaces do not tell labels apart, and readers of text
 * lose spaces ("Dateofbirth").
 */
export function lettersOf(text: string): string {
  return stripAccents(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
}

export interface LabelMatch {
  readonly key: FieldKey;
  /** What follows the label on its line, without translations of the label; "" when the value stands elsewhere. */
  readonly rest: string;
}

/** The field whose label a line begins with, numbered ("3. Date of birth") or not; null when it begins with none. */
export function matchLabel(text: string): LabelMatch | null {
  const line = text.replace(/^\s*\d{1,2}[a-d]?[.)]\s*/, "");
  for (const { key, letters } of ALL_LABELS) {
    const rest = behind(line, letters);
    if (rest === null) continue;
    const translated = ALL_LABELS.filter((label) => label.key === key).map((label) =>
      behind(rest, label.letters),
    );
    return { key, rest: translated.find((shorter) => shorter !== null) ?? rest };
  }
  return null;
}

/** What follows a label that the text begins with, as it is written; null when it begins with another word. */
function behind(text: string, letters: string): string | null {
  let seen = 0;
  let end = 0;
  for (const character of text) {
    if (seen >= letters.length) break;
    seen += lettersOf(character).length;
    end += character.length;
  }
  const rest = text.slice(end);
  const wordGoesOn = /^\p{Ll}/u.test(rest) || (/\p{Lu}$/u.test(text.slice(0, end)) && /^\p{L}/u.test(rest));
  if (lettersOf(text.slice(0, end)) !== letters || wordGoesOn) return null;
  return rest.replace(/^[\s:./()-]+/, "").trim();
}
