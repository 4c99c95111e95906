import { describe, expect, it } from "vitest";
import type { MrzLine } from "#inference/mrz/line.ts";
import { parseMrz } from "#inference/mrz/parse.ts";
import { composeMrz, withWrongCheckDigit } from "#lab/material/documents/mrz.ts";
import { inventHolder } from "#lab/material/documents/specimen.ts";
import { formatOf, readAs, withAlternatives } from "./mrz.ts";

const holder = { ...inventHolder(1), documentNumber: "AB0CD12E3", personalNumber: "" };
const forged = withWrongCheckDigit(composeMrz("TD1", holder), "TD1", "document_number");
const checkOf = (lines: readonly MrzLine[]) =>
  parseMrz(formatOf("TD1"), lines).checks.find(({ name }) => name === "document_number")!;

/** The change that makes the number valid: the check digit, one less. */
const digit = String((Number(forged[0]![14]) + 9) % 10);

describe("a check that fails", () => {
  it("is as sure as the characters it covers if no other character is likely", () => {
    expect(checkOf(readAs(forged))).toEqual({ name: "document_number", valid: false, confidence: 0.99 });
  });

  it("is as sure if the likely other characters do not explain it", () => {
    const lines = withAlternatives(readAs(forged), [[0, 6, "C", 3]]);
    expect(checkOf(lines).confidence).toBe(0.99);
  });

  it("is not sure if one character that is a little likely would explain it", () => {
    const lines = withAlternatives(readAs(forged), [[0, 14, digit, 6.5]]);
    expect(checkOf(lines)).toMatchObject({ valid: false });
    expect(checkOf(lines).confidence).toBeCloseTo(0.99 / (1 + 100 * Math.exp(-6.5)));
  });

  it("is nearly sure again if that character is very unlikely", () => {
    const lines = withAlternatives(readAs(forged), [[0, 14, digit, 9]]);
    expect(checkOf(lines).confidence).toBeGreaterThan(0.97);
  });
});

describe("an MRZ whose checks all hold", () => {
  const mrzOf = (number: string) =>
    composeMrz("TD1", { ...inventHolder(1), documentNumber: number, personalNumber: "" });
  /** Confidence of a number without a check digit whose characters may be these, at this cost. */
  const undetermined = (
    number: string,
    ...others: readonly (readonly [at: number, character: string, cost: number])[]
  ) =>
    parseMrz(
      formatOf("TD1"),
      withAlternatives(
        readAs(mrzOf(number)),
        others.map(([at, character, cost]) => [0, 5 + at, character, cost] as const),
      ),
    ).checks.find(({ name }) => name === "field_types")!.confidence;

  it("is unsure if two likely changes together keep every check: 00 for OO", () => {
    expect(undetermined("AB00CD12E", [3, "O", 0.5], [4, "O", 0.5])).toBe(1);
    expect(undetermined("A00BCD12E", [1, "O", 0.5], [2, "O", 0.5])).toBe(1);
    expect(undetermined("00ABCD12E", [0, "O", 0.5], [1, "O", 0.5])).toBeCloseTo(1 / (1 + Math.exp(-1)));
  });

  it("is sure if they are unlikely, or if one of them alone would break a check", () => {
    expect(undetermined("00ABCD12E", [0, "O", 2.5], [1, "O", 2.5])).toBe(1);
    expect(undetermined("00ABCD12E", [0, "O", 0])).toBe(1);
  });

  it("is unsure if one change keeps every check: U counts as 0", () => {
    expect(undetermined("00ABCD12E", [0, "U", 1])).toBeCloseTo(1 / (1 + Math.exp(-1)));
  });
});
