import { type DocumentType, factsOf } from "../../../vocabulary/document-types.ts";
import type { DocumentReading } from "../../inference/port.ts";
import type { Fields } from "../ocr/field.ts";

/**
 * The issuing state. A front without a zone seldom prints the issuer's code but prints the nationality, and
 * identity cards are issued to nationals.
 */
export const issuerOf = ({ issuing_country, nationality }: Fields): string | null =>
  (issuing_country ?? nationality)?.value ?? null;

/** The side of a document that must still be captured; null for no side. */
export type MissingSide = "front" | "back" | null;

/**
 * The side that a picture does not show: the back of a document with a portrait whose zone is on the back, or
 * the front of a card with a zone and no portrait. Larger documents have both on one page.
 */
export function missingSide(
  { mrz, portrait }: DocumentReading,
  documentType: DocumentType,
  issuingCountry: string | null,
): MissingSide {
  if (mrz?.format === "TD1" && portrait === null && factsOf(documentType).portrait) return "front";
  const { zoneOnBack } = factsOf(documentType);
  const isBehind = zoneOnBack === "everywhere" || zoneOnBack?.some((state) => state === issuingCountry);
  return isBehind && mrz === null && portrait !== null ? "back" : null;
}
