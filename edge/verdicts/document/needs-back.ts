import type { DocumentReading } from "../../inference/port.ts";
import type { DocumentType } from "../../vocabulary/documents.ts";
import { CARRIES } from "../ocr/document-type.ts";
import type { Fields } from "../ocr/fields.ts";

/**
 * States whose identity cards carry their zone on the back: Regulation (EU) 2019/1157, article 3, which holds
 * in the European Economic Area too, and Switzerland, whose card follows it. Residence permits do everywhere
 * in the Union (Regulation (EC) 1030/2002) and, as ICAO Doc 9303-5 recommends, beyond.
 */
const ZONE_ON_BACK: ReadonlySet<string> = new Set(
  (
    "AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN IRL ITA LVA LTU LUX MLT NLD POL PRT ROU SVK SVN ESP SWE " +
    "ISL LIE NOR CHE"
  ).split(" "),
);

/**
 * A front without a zone seldom prints its issuer's code, but the nationality: identity cards are made out to
 * nationals.
 */
export const issuerOf = ({ issuing_country, nationality }: Fields): string | null =>
  (issuing_country ?? nationality)?.value ?? null;

/** The side of a document that is yet to be shown; null: no side. */
export type MissingSide = "front" | "back" | null;

/**
 * What a picture alone leaves out: the back of a document with a portrait whose zone is on the back, and the
 * front of a card that shows its zone and no portrait. The larger sizes have both on one page.
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
