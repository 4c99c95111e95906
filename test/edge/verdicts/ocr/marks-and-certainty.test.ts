import { describe, expect, it } from "vitest";
import { reported } from "#edge/verdicts/ocr/field.ts";
import { mergeFields } from "#edge/verdicts/ocr/fields.ts";
import { line, MRZ, mrzField, reading } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);

describe("a name printed with marks", () => {
  const mrz = {
    ...MRZ,
    fields: [
      mrzField("primary_identifier", "WISNIEWSKI", 0.99),
      mrzField("secondary_identifier", "LUKASZ", 0.99),
    ],
  };
  const printed = (surname: string, given: string, certainty = 0.6) => {
    const lines = [line("Surname", 100), line(surname, 124), line("Given names", 160), line(given, 184)];
    return mergeFields(reading({ mrz, lines: lines.map((each) => ({ ...each, certainty })) }), NOW);
  };

  it("is returned as printed, with the MRZ's spelling beside it and both as its source", () => {
    const { first_name, last_name, full_name } = printed("Wiśniewski", "ŁUKASZ");
    const both = { source: "both", transliteration: "LUKASZ" };
    expect(first_name).toMatchObject({ value: "ŁUKASZ", ...both });
    expect(last_name).toMatchObject({ value: "Wiśniewski", source: "both", transliteration: "WISNIEWSKI" });
    expect(full_name).toMatchObject({ value: "ŁUKASZ Wiśniewski", transliteration: "LUKASZ WISNIEWSKI" });
  });

  it("is as certain as its print, since an MRZ confirms no marks; without marks, as the MRZ", () => {
    const { first_name, last_name, full_name } = reported(printed("Wisniewski", "ŁUKASZ"));
    expect(first_name?.confidence).toBe(0.6);
    expect(last_name?.confidence).toBe(0.99);
    expect(full_name?.confidence).toBe(0.6);
  });

  it("has no MRZ spelling beside it if they differ by case alone", () => {
    expect(printed("Wisniewski", "Lukasz").last_name).not.toHaveProperty("transliteration");
  });
});

it("reports a printed value with the probability that none of its characters is wrong", () => {
  const value = { ...line("ZENITH", 124), confidence: 0.98, certainty: 0.7 };
  const fields = mergeFields(reading({ mrz: null, lines: [line("Place of birth", 100), value] }), NOW);
  expect(reported(fields).place_of_birth).toMatchObject({ value: "ZENITH", confidence: 0.7 });
  expect(reported(fields).place_of_birth).not.toHaveProperty("certainty");
});
