import { expect, it } from "vitest";
import { checkDigit } from "#inference/mrz/checks.ts";

it("weighs 7 3 1 as the examples of Doc 9303-3, 4.9 do", () => {
  expect(checkDigit("520727")).toBe("3");
  expect(checkDigit("AB2134<<<")).toBe("5");
});

it("refuses characters that no zone has", () => {
  for (const text of ["a", " ", "É", "-"]) expect(() => checkDigit(text)).toThrow(RangeError);
});
