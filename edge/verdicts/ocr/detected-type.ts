import type { DocumentReading } from "../../inference/port.ts";
import type { DocumentType } from "../../vocabulary/documents.ts";
import { isWithinOneEdit } from "../text/edit-distance.ts";
import { lettersOf } from "../text/letters.ts";
import { detectDocumentType } from "./document-type.ts";

/** Types whose zones share a document code: issuers may mark a residence permit as an identity card. */
const SAME_CODE: Partial<Record<DocumentType, DocumentType>> = {
  cid: "residence_permit",
  residence_permit: "cid",
};

/** Titles printed on documents, in the languages of `text/printed-labels.ts`. */
const TITLES: readonly (readonly [DocumentType, readonly string[]])[] = [
  [
    "residence_permit",
    [
      "RESIDENCE PERMIT",
      "PERMANENT RESIDENT",
      "TITRE DE SEJOUR",
      "AUFENTHALTSTITEL",
      "PERMISO DE RESIDENCIA",
    ],
  ],
  [
    "driving_license",
    [
      "DRIVING LICENCE",
      "DRIVING LICENSE",
      "DRIVER LICENSE",
      "DRIVER S LICENSE",
      "DRIVERS LICENSE",
      "PERMIS DE CONDUIRE",
      "FUHRERSCHEIN",
      "PERMISO DE CONDUCCION",
      "PATENTE DI GUIDA",
      "RIJBEWIJS",
    ],
  ],
  ["voter_id", ["VOTER", "ELECTOR", "ELECTION COMMISSION"]],
  ["passport", ["PASSPORT", "PASSEPORT", "REISEPASS", "PASAPORTE", "PASSAPORTO", "PASSAPORTE", "PASPOORT"]],
  [
    "cid",
    [
      "IDENTITY CARD",
      "IDENTIFICATION CARD",
      "CARTE NATIONALE D IDENTITE",
      "CARTE D IDENTITE",
      "PERSONALAUSWEIS",
      "DOCUMENTO NACIONAL DE IDENTIDAD",
      "CARTA D IDENTITA",
      "IDENTITEITSKAART",
    ],
  ],
];

const TITLE_LETTERS = TITLES.map(([type, titles]) => [type, titles.map(lettersOf)] as const);

/** A line that consists of a title with at least this many letters may be misread in one of them. */
const MISREAD_FROM = 12;

/**
 * The types that the document's zone or title allows, likeliest first; null when it has neither. The MRZ's
 * code takes precedence over printed titles, which also occur on other documents ("passport" on a visa).
 */
export function candidateTypes({ mrz, lines }: DocumentReading): DocumentType[] | null {
  const stated = detectDocumentType(mrz);
  if (stated !== null) return [stated, SAME_CODE[stated]].filter((type) => type !== undefined);
  const texts = lines.map((line) => lettersOf(line.text));
  const title = TITLE_LETTERS.find(([, titles]) =>
    titles.some((letters) => texts.some((text) => reads(text, letters))),
  );
  return title === undefined ? null : [title[0]];
}

/**
 * The types that both sides of a document allow, likeliest first; if they share none, the types of the side
 * with the zone; null when neither side states a type.
 */
export function candidatesOf(
  front: DocumentReading,
  back: DocumentReading | null,
): readonly DocumentType[] | null {
  const [one, other] = [candidateTypes(front), back === null ? null : candidateTypes(back)];
  if (one === null || other === null) return one ?? other;
  const both = one.filter((type) => other.includes(type));
  if (both.length > 0) return both;
  return front.mrz !== null ? one : other;
}

function reads(text: string, title: string): boolean {
  if (text.includes(title)) return true;
  return title.length >= MISREAD_FROM && isWithinOneEdit(text, title);
}
