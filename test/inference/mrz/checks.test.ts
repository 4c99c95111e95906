import { describe, expect, it } from "vitest";
import type { MrzLine } from "../../../inference/mrz/line.ts";
import { parseZone } from "../../../inference/mrz/parse.ts";
import { inventHolder } from "../../material/specimen.ts";
import { composeMrz, withWrongCheckDigit } from "../../material/specimen-mrz.ts";
import { formatOf, readAs } from "./zones.ts";

const holder = { ...inventHolder(1), documentNumber: "AB0CD12E3", personalNumber: "" };
const composed = composeMrz("TD1", holder);
/** The zone with the number's first 0 read as an O; the recogniser left so much of its probability for the 0. */
function misread(doubt: number, lines: readonly string[] = composed): MrzLine[] {
  const read = readAs(lines.map((line, i) => (i === 0 ? line.replace("AB0CD", "ABOCD") : line)));
  const confidences = read[0]!.confidences.map((p, i) => (read[0]!.text[i] === "O" && i > 4 ? p - doubt : p));
  return [{ ...read[0]!, confidences }, ...read.slice(1)];
}
const parse = (lines: readonly MrzLine[]) => parseZone(formatOf("TD1"), lines);
const checkOf = (lines: readonly MrzLine[], name: string) =>
  parse(lines).checks.find((check) => check.name === name)!;

describe("an O read for a 0 where letters and digits may stand", () => {
  it("is put right when the recogniser had doubts and every check is valid then", () => {
    const zone = parse(misread(0.25));
    expect(zone.lines[0]!.text).toBe(composed[0]);
    expect(zone.checks.every(({ valid }) => valid)).toBe(true);
  });

  it("gives the character put right the probability that the recogniser left it", () => {
    const number = parse(misread(0.25)).fields.find(({ name }) => name === "document_number")!;
    expect(number.value).toBe("AB0CD12E3");
    expect(number.confidence).toBeCloseTo(0.25);
  });

  it("is put right in optional data that only the composite covers", () => {
    const lines = composeMrz("TD1", { ...holder, personalNumber: "KN0M6" });
    const read = readAs(lines.map((line) => line.replace("KN0M6", "KNOM6")));
    const at = read[0]!.text.indexOf("KNOM6") + 2;
    const confidences = read[0]!.confidences.map((p, i) => (i === at ? p - 0.25 : p));
    const zone = parse([{ ...read[0]!, confidences }, ...read.slice(1)]);
    expect(zone.lines.map(({ text }) => text)).toEqual(lines);
  });

  it("stays as it was read when the recogniser had no doubts", () => {
    expect(parse(misread(0.01)).lines[0]!.text).toContain("ABOCD");
  });

  it("takes the confidence from a failed check that it would explain", () => {
    expect(checkOf(misread(0.01), "document_number")).toEqual({
      name: "document_number",
      valid: false,
      confidence: 0.3,
    });
  });
});

describe("a forged check digit", () => {
  it("is invalid with confidence though a 0 read with doubt stands in the number", () => {
    const forged = readAs(withWrongCheckDigit(composed, "TD1", "document_number"));
    const doubtful = { ...forged[0]!, shapes: forged[0]!.shapes.map((p, i) => (i === 7 ? 1.2 : p)) };
    expect(checkOf([doubtful, ...forged.slice(1)], "document_number")).toEqual({
      name: "document_number",
      valid: false,
      confidence: 0.99,
    });
  });

  it("leaves the zone as it was read", () => {
    const lines = withWrongCheckDigit(composed, "TD1", "date_of_birth");
    expect(parse(readAs(lines)).lines.map(({ text }) => text)).toEqual(lines);
    expect(checkOf(readAs(lines), "date_of_birth")).toMatchObject({ valid: false, confidence: 0.99 });
  });
});
