import type { FieldKey } from "../documents.ts";

/**
 * Meanings of printed labels: a field, a name of either kind, birth date and place together, or neither field
 * nor value.
 */
export type LabelMeaning = FieldKey | "name" | "birth" | "other";

/**
 * The printed values of a side from top to bottom, with the label as printed; null: the usual label in each
 * of the document's languages, or the field's number on a licence that numbers its fields.
 */
type PrintedSide = readonly (readonly [meaning: LabelMeaning, label: string | null])[];

/** The form of a state's numbers. */
export interface NumberForm {
  /** `@` is a letter, `#` a digit, `*` either; other characters stand for themselves. Without separators. */
  readonly forms: readonly string[];
  /** The only letters that occur; every one of A to Z when absent. */
  readonly letters?: string;
  /** Published by the issuing state: a number of another form was misread or is not the state's. */
  readonly isPublished?: true;
}

/** The types of document that have records; those of `document-types.ts` except `other`. */
export type RecordedType = "cid" | "passport" | "voter_id" | "driving_license" | "residence_permit";

/**
 * Where the labels were seen that a record spells out: in a publication, as transcriptions by independent
 * authors of public code, or nowhere.
 */
type LabelEvidence = "published" | "transcribed" | "not confirmed";

/** A type of document as an issuing state prints it. What no source says is null. */
export interface DocumentRecord {
  /** ISO 3166-1 alpha-3. */
  readonly state: string;
  readonly type: RecordedType;
  /** The title as printed, in each of its languages. */
  readonly titles: readonly string[];
  readonly sides: 1 | 2 | null;
  readonly mrz: { readonly format: "TD1" | "TD2" | "TD3"; readonly on: "front" | "back" } | null;
  /** Languages of the labels in printed order, BCP 47. */
  readonly languages: readonly string[];
  readonly front: PrintedSide | null;
  readonly back: PrintedSide | null;
  /** How a licence marks its fields: by the numbers of the European Union's model, or by AAMVA's labels. */
  readonly numbering: "EU" | "AAMVA" | null;
  readonly documentNumber: NumberForm | null;
  readonly personalNumber: NumberForm | null;
  /** Whether the document number is the state's national number. */
  readonly isNationalNumber: boolean;
  readonly labels: LabelEvidence;
  /** Publications that say so, parted by semicolons. */
  readonly source: string;
}

/** An issuing state and its documents. */
export interface IssuingState {
  readonly code: string;
  /** Names of the state as its documents print them. */
  readonly names: readonly string[];
  /** Whether its documents print the month before the day. */
  readonly monthFirst?: true;
  readonly documents: readonly DocumentRecord[];
}

type Details = Partial<Omit<DocumentRecord, "state" | "type">>;
/** A document whose state and languages are its issuer's unless it says otherwise. */
type Draft = Pick<DocumentRecord, "type"> & Details & Pick<DocumentRecord, "source">;

const UNKNOWN = {
  titles: [],
  sides: null,
  mrz: null,
  front: null,
  back: null,
  numbering: null,
  documentNumber: null,
  personalNumber: null,
  isNationalNumber: false,
  labels: "not confirmed",
} satisfies Details;

/** A state with languages and names parted by spaces and commas. */
export function issuer(
  code: string,
  languages: string,
  names: string,
  documents: readonly Draft[],
  dates?: "month first",
): IssuingState {
  return {
    code,
    names: listed(names),
    ...(dates === "month first" && { monthFirst: true }),
    documents: documents.map((draft) => ({
      ...UNKNOWN,
      languages: languages.split(" "),
      ...draft,
      state: code,
    })),
  };
}

const listed = (text: string): string[] =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** Numbers that forms parted by spaces describe. */
export const numbers = (forms: string, published?: "published", letters?: string): NumberForm => ({
  forms: forms.split(" "),
  ...(letters !== undefined && { letters }),
  ...(published !== undefined && { isPublished: true }),
});

/** `meaning: label` on each line; without a label the usual one. */
export const printed = (rows: string): PrintedSide =>
  rows
    .trim()
    .split("\n")
    .map((row) => {
      const [meaning, ...label] = row.trim().split(": ");
      return [meaning as LabelMeaning, label.length === 0 ? null : label.join(": ")];
    });

const usual = (meanings: string): PrintedSide =>
  meanings.split(" ").map((meaning) => [meaning as LabelMeaning, null]);

/** ICAO Doc 9303-4: one page with portrait, print and a TD3 MRZ. */
export const passport = (documentNumber: NumberForm | null, details: Details = {}): Draft => ({
  type: "passport",
  sides: 1,
  mrz: { format: "TD3", on: "front" },
  front: usual(
    "document_number last_name first_name nationality date_of_birth sex place_of_birth date_of_issue date_of_expiry",
  ),
  documentNumber,
  source:
    documentNumber === null ? "ICAO Doc 9303-4" : "ICAO Doc 9303-4; npm validator 13.15.15, isPassportNumber",
  ...details,
});

/** ICAO Doc 9303-5: the MRZ of a card of size TD1 is on its back. */
const CARD: Details = { sides: 2, mrz: { format: "TD1", on: "back" } };

const CARD_FRONT = usual("last_name first_name sex nationality date_of_birth date_of_expiry document_number");

/** Size, content and title of identity cards since 2021. */
const CARD_REGULATION =
  "Regulation (EU) 2019/1157, article 3 (https://www.legislation.gov.uk/eur/2019/1157/body), now (EU) 2025/1208";

/** The regulation and what else was read of a card. */
export const euCardBy = (...others: readonly string[]): string => [CARD_REGULATION, ...others].join("; ");

/** A module of the Python package that checks a state's numbers and cites the state's publications. */
export const stdnum = (module: string): string => `python-stdnum 2.2, ${module}`;

/** TD1 cards of the European Union. */
export const euCard = (titles: string, documentNumber: NumberForm | null, details: Details = {}): Draft => ({
  type: "cid",
  ...CARD,
  titles: listed(titles),
  front: CARD_FRONT,
  documentNumber,
  source: CARD_REGULATION,
  ...details,
});

/** Regulation (EC) 1030/2002 in the version of (EU) 2017/1954. */
export const euPermit = (details: Details = {}): Draft => ({
  type: "residence_permit",
  ...CARD,
  front: usual("document_number last_name first_name sex nationality date_of_birth date_of_expiry"),
  back: usual("date_of_issue place_of_birth"),
  source:
    "Regulation (EC) 1030/2002, annex (https://inenuitvoer.sdu.nl/content/CELEX-02002R1030-20171121-ENG)",
  ...details,
});

const LICENCE_MODEL =
  "Directive 2006/126/EC, annex I (https://legislation.gov.uk/eudr/2006/126/annex/I/2015-05-15), now (EU) 2025/2205";

/** The model licence and what else was read of a licence. */
export const euLicenceBy = (...others: readonly string[]): string => [LICENCE_MODEL, ...others].join("; ");

/** The European Union's model: fields are numbered. Fields 4d and 8 are optional. */
export const euLicence = (
  titles: string,
  documentNumber: NumberForm | null,
  details: Details = {},
): Draft => ({
  type: "driving_license",
  sides: 2,
  numbering: "EU",
  titles: listed(titles),
  front: usual("last_name first_name birth date_of_issue date_of_expiry document_number"),
  documentNumber,
  labels: "published",
  source:
    documentNumber === null
      ? LICENCE_MODEL
      : euLicenceBy("https://learn.microsoft.com/purview/sit-defn-eu-drivers-license-number"),
  ...details,
});

/** AAMVA DL/ID Card Design Standard: labels with the standard's numbers, a PDF417 barcode on the back. */
export const aamva = (type: "driving_license" | "cid", titles: string, details: Details = {}): Draft => ({
  type,
  sides: 2,
  numbering: "AAMVA",
  titles: listed(titles),
  front: usual("document_number date_of_expiry last_name first_name address date_of_birth date_of_issue sex"),
  labels: "transcribed",
  source: "AAMVA DL/ID Card Design Standard",
  ...details,
});

/** A card of the state's own design. */
export const ownCard = (
  type: RecordedType,
  titles: string,
  details: Details & { source: string },
): Draft => ({
  type,
  titles: listed(titles),
  ...details,
});

/** A TD1 card with its MRZ on the back, of the state's own design. */
export const td1Card = (
  type: RecordedType,
  titles: string,
  details: Details & { source: string },
): Draft => ({
  ...ownCard(type, titles, details),
  ...CARD,
});
