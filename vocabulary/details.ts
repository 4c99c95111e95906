import type { FieldKey } from "./documents.ts";

/** The details of a person and a document that a tenant may expect (contract §3.10). */
export const EXPECTED_KEYS = [
  "full_name",
  "first_name",
  "last_name",
  "date_of_birth",
  "document_number",
  "personal_number",
  "nationality",
  "issuing_country",
  "address",
] as const satisfies readonly FieldKey[];
export type ExpectedKey = (typeof EXPECTED_KEYS)[number];

/** The comparison of one expected detail with the document. */
export const DETAIL_RESULTS = ["match", "close", "mismatch", "not_read"] as const;
export type DetailResult = (typeof DETAIL_RESULTS)[number];

/** What follows if a document does not show the expected details. */
export const MISMATCH_RULES = ["review", "decline", "report"] as const;
export type MismatchRule = (typeof MISMATCH_RULES)[number];

/** How an expected name is compared. */
export const NAME_MATCHES = ["tolerant", "exact"] as const;
export type NameMatch = (typeof NAME_MATCHES)[number];

/** The fields of a document in `verified_data` (contract §3.1). */
export const VERIFIED_KEYS = [
  "full_name",
  "first_name",
  "last_name",
  "date_of_birth",
  "document_number",
  "personal_number",
  "nationality",
  "issuing_country",
  "date_of_expiry",
  "address",
] as const satisfies readonly FieldKey[];

/** What a reason of a decision rests on (contract §3.1). */
export const REASON_SOURCES = ["document", "liveness", "face", "tenant", "reviewer", "test"] as const;
export type ReasonSource = (typeof REASON_SOURCES)[number];
