import { describe, expect, it } from "vitest";
import type { Mrz } from "#edge/inference/port.ts";
import { portraitSide, portraitsContradict } from "#edge/verdicts/document/portrait-side.ts";
import { BUNDLE, face, MRZ, reading, templateScoring } from "#test/harness/edge/inference-results.ts";

const { portrait, card } = reading();
type Side = Parameters<typeof portraitSide>[0][number];
type Format = Mrz["format"] | null;
const faced = (format: Format): Side => ({
  mrz: format === null ? null : { ...MRZ, format },
  portrait,
  card,
});
const faceless = (format: Format): Side => ({ ...faced(format), portrait: null });

/** A side whose face takes this share of the card's height. */
const tall = (format: Format, share: number): Side => ({
  ...faced(format),
  portrait: { ...portrait!, box: [60, 120, share * 840, share * 840] },
});

describe("the portrait of a document", () => {
  it.each<[string, Side[], number | null]>([
    ["an image alone", [faced(null)], 0],
    ["an image alone without one", [faceless("TD3")], null],
    ["a card's front", [faced(null), faceless("TD1")], 0],
    ["a card's front, its sides sent the other way round", [faceless("TD1"), faced(null)], 1],
    ["a licence's side that shows one", [faceless(null), faced(null)], 1],
  ])("is that of %s", (_, sides, side) => {
    expect(portraitSide(sides)).toBe(side);
  });

  it.each(["TD1", "TD2", "TD3", "MRV-A"] as const)(
    "is on the side that bears an MRZ (%s) and a portrait, wherever that is sent (H1)",
    (format) => {
      expect(portraitSide([faced(format), faced(null)])).toBe(0);
      expect(portraitSide([faced(null), faced(format)])).toBe(1);
    },
  );

  it("is not the small second print of the holder beside a card's MRZ", () => {
    expect(portraitSide([faced(null), tall("TD1", 0.14)])).toBe(0);
    expect(portraitSide([faced(null), tall("TD1", 0.16)])).toBe(1);
  });

  it("is not an image's that is sent beside a page whose own cannot be seen", () => {
    expect(portraitSide([faceless("TD3"), faced(null)])).toBeNull();
    expect(portraitSide([faced(null), faceless("TD3")])).toBeNull();
  });
});

describe("two portraits", () => {
  const like = (score: number, changes: Parameters<typeof face>[0] = {}): Side => ({
    ...faced(null),
    portrait: { ...portrait!, face: face({ template: templateScoring(score), landmarks: [], ...changes }) },
  });

  it("contradict each other if they do not match at the loosest level", () => {
    expect(portraitsContradict([faced(null), like(0.29)], BUNDLE)).toBe(true);
    expect(portraitsContradict([faced(null), like(0.31)], BUNDLE)).toBe(false);
  });

  it("do not if one is missing, too small or too blurred to compare", () => {
    expect(portraitsContradict([faced(null)], BUNDLE)).toBe(false);
    expect(portraitsContradict([faced(null), faceless("TD1")], BUNDLE)).toBe(false);
    expect(portraitsContradict([faced(null), like(0, { native: { interEyeDistance: 23 } })], BUNDLE)).toBe(
      false,
    );
    expect(portraitsContradict([faced(null), like(0, { components: { sharpness: 0.2 } })], BUNDLE)).toBe(
      false,
    );
  });
});
