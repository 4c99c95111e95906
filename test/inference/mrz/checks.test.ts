import { describe, expect, it } from "vitest";
import type { MrzLine } from "../../../inference/mrz/line.ts";
import { parseZone } from "../../../inference/mrz/parse.ts";
import { composeMrz, withWrongCheckDigit } from "../../material/documents/mrz.ts";
import { inventHolder } from "../../material/documents/specimen.ts";
import { formatOf, readAs, withAlternatives } from "./zones.ts";

const holder = { ...inventHolder(1), documentNumber: "AB0CD12E3", personalNumber: "" };
const forged = withWrongCheckDigit(composeMrz("TD1", holder), "TD1", "document_number");
const checkOf = (lines: readonly MrzLine[]) =>
  parseZone(formatOf("TD1"), lines).checks.find(({ name }) => name === "document_number")!;

/** What would make the number fit: the digit itself, one less. */
const digit = String((Number(forged[0]![14]) + 9) % 10);

describe("a check that fails", () => {
  it("is as sure as the characters it covers where no other character is likely", () => {
    expect(checkOf(readAs(forged))).toEqual({ name: "document_number", valid: false, confidence: 0.99 });
  });

  it("is as sure where the likely other characters do not explain it", () => {
    const lines = withAlternatives(readAs(forged), [[0, 6, "C", 3]]);
    expect(checkOf(lines).confidence).toBe(0.99);
  });

  it("is not sure where one character that is a little likely would explain it", () => {
    const lines = withAlternatives(readAs(forged), [[0, 14, digit, 6.5]]);
    expect(checkOf(lines)).toMatchObject({ valid: false });
    expect(checkOf(lines).confidence).toBeCloseTo(0.99 / (1 + 100 * Math.exp(-6.5)));
  });

  it("is nearly sure again where that character is very unlikely", () => {
    const lines = withAlternatives(readAs(forged), [[0, 14, digit, 9]]);
    expect(checkOf(lines).confidence).toBeGreaterThan(0.97);
  });
});
