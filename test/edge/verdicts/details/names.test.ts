import { expect, it } from "vitest";
import { compareDetails } from "#edge/verdicts/details/compare.ts";

const field = (value: string) => ({ value, confidence: 0.99, source: "mrz", bbox: null }) as const;

it("a name that the MRZ spells differently than the print matches in both spellings", () => {
  const both = (value: string, transliteration?: string) =>
    ({ ...field(value), source: "both", ...(transliteration && { transliteration }) }) as const;
  const fields = { first_name: both("Jörg"), last_name: both("Weiß-Müller", "WEISS MUELLER") };
  const resultOf = (last_name: string) => compareDetails({ last_name }, { fields, mrz: null }, "exact")[0];
  for (const name of ["Weiß-Müller", "Weiss Mueller"]) {
    expect(resultOf(name)).toMatchObject({ result: "match", normalised: false, isCertain: true });
  }
  expect(resultOf("Weisz Müller")?.result).not.toBe("match");
});
