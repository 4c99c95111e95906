import type { PortraitReading } from "../../inference/port.ts";

/**
 * The index of the side whose portrait is the document's; null when there is no such portrait. A page with a
 * machine readable zone (any format but TD1) must carry the portrait itself: otherwise a second picture with
 * another face would be enough. A card (TD1) has its zone on the other side; for it, and for documents
 * without a zone, the first side with a portrait counts.
 */
export function portraitSide(sides: readonly Pick<PortraitReading, "mrz" | "portrait">[]): number | null {
  const page = sides.findIndex(({ mrz }) => mrz !== null && mrz.format !== "TD1");
  const bears = page === -1 ? sides.findIndex(({ portrait }) => portrait !== null) : page;
  return sides[bears]?.portrait == null ? null : bears;
}
