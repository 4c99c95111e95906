import {
  DOCUMENT_TYPES,
  type DocumentType,
  factsOf,
  SPECIAL_FIRST,
} from "../../../vocabulary/document-types.ts";
import { isWithinOneEdit } from "../../../vocabulary/edit-distance.ts";
import type { DocumentReading } from "../../inference/port.ts";
import { lettersOf } from "../text/letters.ts";

/** The document type of a request; `auto` leaves the type to the reading. */
export type RequestedDocumentType = DocumentType | "auto";

const ALIASES = new Map(
  DOCUMENT_TYPES.flatMap((type) => (factsOf(type).aliases ?? []).map((alias) => [alias, type] as const)),
);

/** Every value that `parseDocumentType` accepts, for the rejection's message. */
export const DOCUMENT_TYPE_NAMES: readonly string[] = [...DOCUMENT_TYPES, ...ALIASES.keys(), "auto"];

/**
 * The document type of a request field, with aliases resolved; an absent field is `auto`. Null for an unknown
 * type: the caller answers `unsupported_document_type` and lists `DOCUMENT_TYPE_NAMES`.
 */
export function parseDocumentType(field: string | undefined): RequestedDocumentType | null {
  if (field === undefined || field === "auto") return "auto";
  return ALIASES.get(field) ?? DOCUMENT_TYPES.find((type) => type === field) ?? null;
}

/** The type that the MRZ states by its format and code; null if it states none that is known. */
export function detectDocumentType(
  mrz: { readonly format: string; readonly lines: readonly string[] } | null,
): DocumentType | null {
  if (mrz === null) return null;
  const code = mrz.lines[0]?.slice(0, 2) ?? "";
  return SPECIAL_FIRST.find((type) => fits(factsOf(type).mrzPattern, mrz.format, code)) ?? null;
}

const fits = (pattern: ReturnType<typeof factsOf>["mrzPattern"], format: string, code: string) =>
  pattern !== undefined && (pattern.format?.test(format) ?? true) && (pattern.code?.test(code) ?? true);

/** Minimum letters of a title: none is left of one in another script. */
const TITLE_FROM = 5;
const TITLES = SPECIAL_FIRST.map(
  (type) =>
    [type, (factsOf(type).titles ?? []).map(lettersOf).filter(({ length }) => length >= TITLE_FROM)] as const,
);

/** A line that consists of a title with at least this many letters may be misread in one of them. */
const MISREAD_FROM = 12;

/**
 * The types that the document's MRZ or title allows, likeliest first; null when it has neither. The MRZ's
 * code takes precedence over printed titles, which also occur on other documents ("passport" on a visa). A
 * document with a code of unknown meaning and without a title is another one.
 */
export const candidateTypes = (reading: DocumentReading): DocumentType[] | null =>
  statedTypes(reading) ?? (reading.mrz === null ? null : ["other"]);

/** The types that an MRZ's code allows, likeliest first; another one for a code of unknown meaning. */
export function typesOfMrz(mrz: DocumentReading["mrz"]): DocumentType[] {
  const stated = detectDocumentType(mrz);
  return stated === null
    ? ["other"]
    : [stated, factsOf(stated).sameCodeAs].filter((type) => type !== undefined);
}

/** The type that the MRZ's code states, or else a title; null if neither states one. */
function statedTypes({ mrz, lines }: DocumentReading): DocumentType[] | null {
  if (detectDocumentType(mrz) !== null) return typesOfMrz(mrz);
  const texts = lines.map((line) => lettersOf(line.text));
  const title = TITLES.find(
    ([type, titles]) =>
      isPossible(type, mrz) && titles.some((letters) => texts.some((text) => reads(text, letters))),
  );
  return title === undefined ? null : [title[0]];
}

/** Only a passport's MRZ makes a passport: a card with that word printed on it stays a card. */
const isPossible = (type: DocumentType, mrz: DocumentReading["mrz"]): boolean =>
  type !== "passport" || mrz === null || mrz.format === "TD3";

/**
 * The types that both sides of a document allow, likeliest first; if they share none, the types of the side
 * with the MRZ; null when neither side states a type.
 */
export function candidatesOf(
  front: DocumentReading,
  back: DocumentReading | null,
): readonly DocumentType[] | null {
  if (back === null) return candidateTypes(front);
  const [one, other] = [statedTypes(front), statedTypes(back)];
  if (one === null || other === null) return one ?? other ?? candidateTypes(front) ?? candidateTypes(back);
  const both = one.filter((type) => other.includes(type));
  if (both.length > 0) return both;
  return front.mrz !== null ? one : other;
}

function reads(text: string, title: string): boolean {
  if (text.includes(title)) return true;
  return title.length >= MISREAD_FROM && isWithinOneEdit(text, title);
}
