import type { DocumentReading } from "../../inference/port.ts";
import type { DocumentType } from "../../vocabulary/documents.ts";
import { CARRIES } from "../ocr/document-type.ts";
import type { Fields } from "../ocr/field.ts";

/**
 * States whose identity cards carry their machine readable zone on the back: the members of the European
 * Economic Area under Regulation (EU) 2019/1157, article 3, and Switzerland, whose card follows it. Residence
 * permits carry it there throughout the Union (Regulation (EC) 1030/2002) and elsewhere as ICAO Doc 9303-5
 * recommends.
 */
const ZONE_ON_BACK: ReadonlySet<string> = new Set(
  (
    "AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN IRL ITA LVA LTU LUX MLT NLD POL PRT ROU SVK SVN ESP SWE " +
    "ISL LIE NOR CHE"
  ).split(" "),
);

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
  if (mrz?.format === "TD1" && portrait === null && CARRIES[documentType].portrait) return "front";
  const zoneIsBehind =
    documentType === "residence_permit" ||
    (documentType === "cid" && issuingCountry !== null && ZONE_ON_BACK.has(issuingCountry));
  return zoneIsBehind && mrz === null && portrait !== null ? "back" : null;
}
