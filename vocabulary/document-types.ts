import { statesWithMrzOnBack, titlesOf } from "./issuers/records.ts";

/** The record of a type of identity document. */
interface DocumentTypeFacts {
  /** Other names that requests may use for it. */
  readonly aliases?: readonly string[];
  /** Whether every document of the type carries an MRZ, and a portrait. */
  readonly mrz: boolean;
  readonly portrait: boolean;
  /** The format and the document code of its MRZ, if they identify the type. */
  readonly mrzPattern?: { readonly format?: RegExp; readonly code?: RegExp };
  /** A type whose documents may bear the same code. */
  readonly sameCodeAs?: string;
  /** Titles that are printed on it: of any state, and those of the states' records. */
  readonly titles?: readonly string[];
  /** Issuing states that print the MRZ on the back of a card: all of them, or these ISO 3166 codes. */
  readonly mrzOnBack?: "everywhere" | readonly string[];
  /** Issuing states whose documents carry a PDF417 barcode on the back (ISO 3166). */
  readonly barcodeOnBack?: readonly string[];
  /** Whether a verification accepts it unless its policy says otherwise. */
  readonly acceptedByDefault?: true;
}

/**
 * Kinds of identity document (contract §6.1), each one record. MRZ and titles are compared from the end, the
 * special before the general. Document codes are those of ICAO 9303-3 to -7: P for passports, V for visas; I,
 * A and C for official travel documents, of which IR, AR and CR are commonly residence permits. States print
 * other codes: those that begin with R are residence permits' (RP in Estonia).
 */
const TYPES = {
  cid: {
    aliases: ["national_id", "id_card"],
    mrz: false,
    portrait: true,
    mrzPattern: { code: /^[IAC]/ },
    sameCodeAs: "residence_permit",
    titles: ["IDENTITY CARD", "IDENTIFICATION CARD", ...titlesOf("cid")],
    mrzOnBack: statesWithMrzOnBack("cid"),
    acceptedByDefault: true,
  },
  passport: {
    mrz: true,
    portrait: true,
    mrzPattern: { format: /^TD3$/, code: /^P/ },
    titles: [...["PASSPORT", "PASSEPORT", "REISEPASS", "PASAPORTE", "PASSAPORTO", "PASSAPORTE", "PASPOORT"]],
    acceptedByDefault: true,
  },
  voter_id: {
    mrz: false,
    portrait: true,
    titles: ["VOTER", "ELECTOR", "ELECTION COMMISSION", ...titlesOf("voter_id")],
    mrzOnBack: statesWithMrzOnBack("voter_id"),
  },
  driving_license: {
    aliases: ["driving_licence", "drivers_license"],
    mrz: false,
    portrait: true,
    titles: ["DRIVING LICENCE", "DRIVING LICENSE", ...titlesOf("driving_license")],
    // AAMVA DL/ID Card Design Standard, annex D.
    barcodeOnBack: ["USA", "CAN"],
    acceptedByDefault: true,
  },
  residence_permit: {
    mrz: true,
    portrait: true,
    mrzPattern: { code: /^(?:[IAC]R|R)/ },
    sameCodeAs: "cid",
    titles: [
      "RESIDENCE PERMIT",
      "RESIDENCE CARD",
      "PERMANENT RESIDENT",
      "TITRE DE SEJOUR",
      "AUFENTHALTSTITEL",
      "PERMISO DE RESIDENCIA",
      "PERMESSO DI SOGGIORNO",
      "TITULO DE RESIDENCIA",
      "VERBLIJFSTITEL",
      "ELAMISLUBA",
      "KARTA POBYTU",
      "OLESKELULUPA",
      "UPPEHALLSTILLSTAND",
      "OPPHOLDSTILLATELSE",
      "OPHOLDSTILLADELSE",
      "POVOLENI K POBYTU",
      "POVOLENIE NA POBYT",
      "UZTURESANAS ATLAUJA",
      "LEIDIMAS GYVENTI",
      "PERMIS DE SEDERE",
      "DOZVOLA BORAVKA",
      ...titlesOf("residence_permit"),
    ],
    // Regulation (EC) 1030/2002 throughout the Union; elsewhere as ICAO Doc 9303-5 recommends.
    mrzOnBack: "everywhere",
    acceptedByDefault: true,
  },
  other: { mrz: false, portrait: false, mrzPattern: { format: /^MRV/ } },
} as const satisfies Record<string, DocumentTypeFacts>;

export type DocumentType = keyof typeof TYPES;

export const DOCUMENT_TYPES = Object.keys(TYPES) as [DocumentType, ...DocumentType[]];
/** From the special to the general, as MRZs and titles are compared. */
export const SPECIAL_FIRST: readonly DocumentType[] = DOCUMENT_TYPES.toReversed();

/** The properties of documents of the type. */
export const factsOf = (type: DocumentType): DocumentTypeFacts & { readonly sameCodeAs?: DocumentType } =>
  TYPES[type];
