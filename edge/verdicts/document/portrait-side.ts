import type { PortraitReading } from "../../inference/port.ts";

/**
 * Which side's portrait is the document's, by its place; null: none. Of a page with a machine readable zone
 * it is that page's: a picture beside it that shows another face, and what is printed in the zone, would else
 * be enough. Only a card (TD1) has its zone behind the portrait; there, and where there is no zone, it is
 * that of the first side that shows one.
 */
export function portraitSide(sides: readonly Pick<PortraitReading, "mrz" | "portrait">[]): number | null {
  const page = sides.findIndex(({ mrz }) => mrz !== null && mrz.format !== "TD1");
  const bears = page === -1 ? sides.findIndex(({ portrait }) => portrait !== null) : page;
  return sides[bears]?.portrait == null ? null : bears;
}
