import { describe, expect, it } from "vitest";
import { checkDigit } from "#inference/mrz/checks.ts";
import { CHARACTER_SETS, characterSetsOf, FORMATS } from "#inference/mrz/formats.ts";
import { formatOf, LONG_NUMBER, SPECIMENS } from "./mrz.ts";

describe.each(FORMATS)("$name", (format) => {
  it("places every character of its lines in exactly one field or check digit", () => {
    const places = [...format.fields.map(({ span }) => span), ...format.checks.map(({ digit }) => digit)];
    const counts = Array.from({ length: format.lines }, () => Array<number>(format.length).fill(0));
    for (const [line, start, end] of places) for (let i = start; i < end; i++) counts[line]![i]!++;
    expect(new Set(counts.flat())).toEqual(new Set([1]));
  });

  it("allows what its specimen has at each position", () => {
    const sets = characterSetsOf(format);
    SPECIMENS[format.name].forEach((line, row) => {
      [...line].forEach((character, column) => {
        expect(CHARACTER_SETS[sets[row]![column]!]).toContain(character);
      });
    });
  });
});

it("allows a filler in place of a long number's check digit", () => {
  const sets = characterSetsOf(formatOf("TD1"));
  expect(CHARACTER_SETS[sets[0]![14]!]).toContain(LONG_NUMBER[0]![14]);
});

it.each(["TD1", "TD2"] as const)("allows a digit as the second character of a card's code: %s", (name) => {
  expect(CHARACTER_SETS[characterSetsOf(formatOf(name))[0]![1]!]).toContain("1");
});

it("weighs 7 3 1 as the examples of Doc 9303-3, 4.9 do", () => {
  expect(checkDigit("520727")).toBe("3");
  expect(checkDigit("AB2134<<<")).toBe("5");
});

it("rejects characters that no MRZ has", () => {
  for (const text of ["a", " ", "É", "-"]) expect(() => checkDigit(text)).toThrow(RangeError);
});
