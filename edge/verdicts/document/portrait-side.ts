import { type DocumentType, factsOf } from "../../../vocabulary/document-types.ts";
import type { DocumentReading, ModelBundle, Point, PortraitReading } from "../../inference/port.ts";
import { licenceBarcode } from "../barcode/barcodes.ts";
import { comparePortraits, isSameHolder } from "../match/comparison.ts";
import type { Fields } from "../ocr/field.ts";
import { lacksBarcode } from "./expected-barcode.ts";

type Side = Pick<PortraitReading, "mrz" | "portrait" | "card">;

/**
 * Minimum height of a card's portrait face relative to the card's height. A smaller face on the side with the
 * MRZ is the second print of the holder that many cards have there. Measured: 0.19 to 0.28 on generated
 * cards; second prints have half of it.
 */
const PORTRAIT_FROM = 0.15;

/**
 * The index of the side whose portrait is the document's; null when there is no such portrait. The side with
 * the MRZ bears it. A page (any format but TD1) must: otherwise a second image with another face would be
 * enough. A card (TD1) may have its MRZ on the other side; for it, and for documents without an MRZ, the
 * first side with a portrait counts.
 */
export function portraitSide(sides: readonly Side[]): number | null {
  const page = sides.findIndex(({ mrz }) => mrz !== null && mrz.format !== "TD1");
  if (page !== -1) return sides[page]!.portrait === null ? null : page;
  const withMrz = sides.findIndex((side) => side.mrz !== null && hasLargePortrait(side));
  const first = withMrz === -1 ? sides.findIndex(({ portrait }) => portrait !== null) : withMrz;
  return first === -1 ? null : first;
}

/** Whether the portraits of a document's two sides show two different people. */
export function portraitsContradict([front, back]: readonly Side[], bundle: ModelBundle): boolean {
  if (front?.portrait == null || back?.portrait == null) return false;
  return isSameHolder(comparePortraits(front.portrait.face, back.portrait.face), bundle) === false;
}

function hasLargePortrait({ portrait, card }: Side): boolean {
  if (portrait === null || card === null) return false;
  return portrait.box[3] >= PORTRAIT_FROM * heightOf(card);
}

function heightOf([a, b, c, d]: readonly Point[]): number {
  return (Math.hypot(d!.x - a!.x, d!.y - a!.y) + Math.hypot(c!.x - b!.x, c!.y - b!.y)) / 2;
}

/**
 * The issuing state. A front without an MRZ seldom prints the issuer's code but prints the nationality, and
 * identity cards are issued to nationals.
 */
export const issuerOf = ({ issuing_country, nationality }: Fields): string | null =>
  (issuing_country ?? nationality)?.value ?? null;

/** The side of a document that must still be captured; null for no side. */
type MissingSide = "front" | "back" | null;

/**
 * The side that an image does not show: the back of a document with a portrait whose MRZ or barcode is on the
 * back, or the front of a card with one of them and no portrait. Larger documents have both on one page.
 */
export function missingSide(
  reading: DocumentReading,
  documentType: DocumentType,
  issuingCountry: string | null,
  now: number,
): MissingSide {
  const { mrz, portrait } = reading;
  if (licenceBarcode(reading) !== null && portrait === null) return "front";
  if (mrz?.format === "TD1" && portrait === null && factsOf(documentType).portrait) return "front";
  const { mrzOnBack } = factsOf(documentType);
  const isBehind = mrzOnBack === "everywhere" || mrzOnBack?.some((state) => state === issuingCountry);
  if (isBehind && mrz === null && portrait !== null) return "back";
  return portrait !== null && lacksBarcode([reading], documentType, now) ? "back" : null;
}
