import { describe, expect, it } from "vitest";
import type { Mrz } from "../../../../edge/inference/port.ts";
import { portraitSide } from "../../../../edge/verdicts/document/portrait-side.ts";
import { MRZ, reading } from "../../../harness/edge/inference-results.ts";

const { portrait, card } = reading();
type Side = Parameters<typeof portraitSide>[0][number];
type Format = Mrz["format"] | null;
const faced = (format: Format): Side => ({
  mrz: format === null ? null : { ...MRZ, format },
  portrait,
  card,
});
/** With a second print of the holder, as many cards have beside the MRZ. */
const printedSmall = (format: Format): Side => {
  const [x, y, width, height] = portrait!.box;
  return { ...faced(format), portrait: { ...portrait!, box: [x, y, width / 4, height / 4] } };
};
const faceless = (format: Format): Side => ({ ...faced(format), portrait: null });

describe("the portrait of a document", () => {
  it.each<[string, Side[], number | null]>([
    ["a picture alone", [faced(null)], 0],
    ["a picture alone without one", [faceless("TD3")], null],
    ["a card's front", [faced(null), faceless("TD1")], 0],
    ["a card's front, its sides sent the other way round", [faceless("TD1"), faced(null)], 1],
    ["the card's side with the MRZ, if it has one there (H1)", [faced(null), faced("TD1")], 1],
    [
      "the card's front, if the side with the MRZ has a small second print",
      [faced(null), printedSmall("TD1")],
      0,
    ],
    ["a licence's side that shows one", [faceless(null), faced(null)], 1],
  ])("is that of %s", (_, sides, side) => {
    expect(portraitSide(sides)).toBe(side);
  });

  it.each(["TD2", "TD3", "MRV-A"] as const)(
    "is on the page that bears a zone (%s), wherever that is sent",
    (format) => {
      expect(portraitSide([faced(format), faced(null)])).toBe(0);
      expect(portraitSide([faced(null), faced(format)])).toBe(1);
    },
  );

  it("is not a picture's that is sent beside a page whose own cannot be seen", () => {
    expect(portraitSide([faceless("TD3"), faced(null)])).toBeNull();
    expect(portraitSide([faced(null), faceless("TD3")])).toBeNull();
  });
});
