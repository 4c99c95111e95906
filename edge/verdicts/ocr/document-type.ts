import {
  DOCUMENT_TYPES,
  type DocumentType,
  factsOf,
  SPECIAL_FIRST,
} from "../../../vocabulary/document-types.ts";

/** The document type of a request; `auto` leaves the type to the reading. */
export type RequestedDocumentType = DocumentType | "auto";

const ALIASES = new Map(
  DOCUMENT_TYPES.flatMap((type) => (factsOf(type).aliases ?? []).map((alias) => [alias, type] as const)),
);

/** Every value that `parseDocumentType` accepts, for the refusal's message. */
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
  return SPECIAL_FIRST.find((type) => fits(factsOf(type).zone, mrz.format, code)) ?? null;
}

const fits = (zone: ReturnType<typeof factsOf>["zone"], format: string, code: string) =>
  zone !== undefined && (zone.format?.test(format) ?? true) && (zone.code?.test(code) ?? true);
