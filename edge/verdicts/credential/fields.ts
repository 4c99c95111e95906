import type { CredentialKind } from "../../../vocabulary/credentials.ts";
import type { DocumentType } from "../../../vocabulary/document-types.ts";
import type { FieldKey } from "../../../vocabulary/documents.ts";
import type { Claims } from "../../credentials/credential.ts";
import type { Fields } from "../ocr/field.ts";
import { isoOfAlpha2 } from "../text/country-names.ts";

/** The document types that a kind of credential stands for, likeliest first. */
export const TYPES_OF_KIND: Readonly<Record<CredentialKind, readonly DocumentType[]>> = {
  mdl: ["driving_license"],
  photo_id: ["cid"],
  pid: ["cid"],
  age: ["other"],
};

/** The signed claims as fields of a document. */
export function credentialFields(claims: Claims): Fields {
  const { family_name: last, given_name: first } = claims;
  const values: Readonly<Partial<Record<FieldKey, string | null | undefined>>> = {
    last_name: last,
    first_name: first,
    full_name: last !== undefined && first !== undefined ? `${first} ${last}` : undefined,
    date_of_birth: claims.birth_date,
    document_number: claims.document_number,
    date_of_expiry: claims.expiry_date,
    issuing_country: countryOf(claims.issuing_country),
    nationality: countryOf(claims.nationality),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value == null ? [] : [[key, { value, confidence: 1, source: "credential" as const, bbox: null }]],
    ),
  );
}

/** ISO 3166 alpha-3 of an alpha-2 or alpha-3 code; null for any other text. */
function countryOf(code: string | undefined): string | null {
  if (code === undefined) return null;
  if (/^[A-Z]{3}$/.test(code)) return code;
  return isoOfAlpha2(code) ?? null;
}
