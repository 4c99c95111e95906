/** Kinds of identity document (contract §6), and whether a document of the kind always carries what is said. */
export const DOCUMENT_TYPES = {
  cid: { carriesMrz: false, carriesPortrait: true },
  passport: { carriesMrz: true, carriesPortrait: true },
  driving_license: { carriesMrz: false, carriesPortrait: true },
  residence_permit: { carriesMrz: true, carriesPortrait: true },
  voter_id: { carriesMrz: false, carriesPortrait: true },
  other: { carriesMrz: false, carriesPortrait: false },
} as const satisfies Record<string, { carriesMrz: boolean; carriesPortrait: boolean }>;

export type DocumentType = keyof typeof DOCUMENT_TYPES;

/** What a caller may ask for: `auto` leaves the kind to the reading. */
export type RequestedDocumentType = DocumentType | "auto";

const ALIASES: Readonly<Record<string, DocumentType>> = {
  national_id: "cid",
  id_card: "cid",
  driving_licence: "driving_license",
  drivers_license: "driving_license",
};

/** Every value that `parseDocumentType` takes, for the refusal's message. */
export const DOCUMENT_TYPE_NAMES: readonly string[] = [
  ...Object.keys(DOCUMENT_TYPES),
  ...Object.keys(ALIASES),
  "auto",
];

/**
 * The document type that a request field names, aliases resolved; an absent field is `auto`. Null when the service
 * knows no such type: the caller answers `unsupported_document_type` and lists `DOCUMENT_TYPE_NAMES`.
 */
export function parseDocumentType(field: string | undefined): RequestedDocumentType | null {
  if (field === undefined || field === "auto") return "auto";
  if (Object.hasOwn(ALIASES, field)) return ALIASES[field]!;
  return Object.hasOwn(DOCUMENT_TYPES, field) ? (field as DocumentType) : null;
}

/**
 * The kind that a document's own machine readable zone states, by format and document code (ICAO 9303-3 to -7: P for
 * passports, V for visas; I, A and C for official travel documents, of which IR, AR and CR are commonly residence
 * permits). Null without a zone.
 */
export function detectDocumentType(
  mrz: { readonly format: string; readonly lines: readonly string[] } | null,
): DocumentType | null {
  if (mrz === null) return null;
  const code = mrz.lines[0]?.slice(0, 2) ?? "";
  if (mrz.format.startsWith("MRV")) return "other";
  if (code.startsWith("P") && mrz.format === "TD3") return "passport";
  if (/^[IAC]R$/.test(code)) return "residence_permit";
  return /^[IAC]/.test(code) ? "cid" : "other";
}
