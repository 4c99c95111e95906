import { DOCUMENT_TYPES, type DocumentType } from "../../vocabulary/documents.ts";
/** Whether every document of a type carries a machine readable zone and a portrait. */
export const CARRIES: Readonly<Record<DocumentType, { readonly mrz: boolean; readonly portrait: boolean }>> =
  {
    cid: { mrz: false, portrait: true },
    passport: { mrz: true, portrait: true },
    driving_license: { mrz: false, portrait: true },
    residence_permit: { mrz: true, portrait: true },
    voter_id: { mrz: false, portrait: true },
    other: { mrz: false, portrait: false },
  };

/** The document type of a request; `auto` leaves the type to the reading. */
export type RequestedDocumentType = DocumentType | "auto";

const ALIASES: Readonly<Record<string, DocumentType>> = {
  national_id: "cid",
  id_card: "cid",
  driving_licence: "driving_license",
  drivers_license: "driving_license",
};

/** Every value that `parseDocumentType` accepts, for the refusal's message. */
export const DOCUMENT_TYPE_NAMES: readonly string[] = [...DOCUMENT_TYPES, ...Object.keys(ALIASES), "auto"];

/**
 * The document type of a request field, with aliases resolved; an absent field is `auto`. Null for an unknown
 * type: the caller answers `unsupported_document_type` and lists `DOCUMENT_TYPE_NAMES`.
 */
export function parseDocumentType(field: string | undefined): RequestedDocumentType | null {
  if (field === undefined || field === "auto") return "auto";
  if (Object.hasOwn(ALIASES, field)) return ALIASES[field]!;
  return DOCUMENT_TYPES.find((type) => type === field) ?? null;
}

/**
 * The type that the machine readable zone states, by format and document code (ICAO 9303-3 to -7: P for
 * passports, V for visas; I, A and C for official travel documents, of which IR, AR and CR are commonly
 * residence permits). States print other codes: those that begin with R are residence permits' (RP in
 * Estonia). Null without a zone, and for a code whose meaning is not known.
 */
export function detectDocumentType(
  mrz: { readonly format: string; readonly lines: readonly string[] } | null,
): DocumentType | null {
  if (mrz === null) return null;
  const code = mrz.lines[0]?.slice(0, 2) ?? "";
  if (mrz.format.startsWith("MRV")) return "other";
  if (code.startsWith("P") && mrz.format === "TD3") return "passport";
  if (/^(?:[IAC]R|R)/.test(code)) return "residence_permit";
  return /^[IAC]/.test(code) ? "cid" : null;
}
