import { describe, expect, it } from "vitest";
import { parseMrz } from "#inference/mrz/parse.ts";
import { composeMrz } from "#lab/material/documents/mrz.ts";
import { inventHolder } from "#lab/material/documents/specimen.ts";
import { formatOf, readAs, withAlternatives } from "./mrz.ts";

const holder = { ...inventHolder(1), documentNumber: "AB0CD12E3", personalNumber: "KN0M6" };
const printed = composeMrz("TD1", holder);

/** The MRZ with one misread character, and the reader's alternatives. */
function misread(from: string, to: string, others: Parameters<typeof withAlternatives>[1]) {
  const lines = printed.map((line) => line.replace(from, to));
  return parseMrz(formatOf("TD1"), withAlternatives(readAs(lines), others));
}
const texts = ({ lines }: ReturnType<typeof misread>) => lines.map(({ text }) => text);

describe("a misread character under a check digit", () => {
  it("is corrected if the reader left the right one a chance, and the repair is recorded", () => {
    const mrz = misread("AB0CD", "ABOCD", [
      [0, 7, "0", 2],
      [0, 8, "G", 1],
    ]);
    expect(texts(mrz)).toEqual(printed);
    expect(mrz.checks.every(({ valid }) => valid)).toBe(true);
    expect(mrz.repairs).toEqual([{ line: 0, column: 7, read: "O", character: "0", cost: 2 }]);
  });

  it("keeps the little probability that the reader gave it", () => {
    const mrz = misread("AB0CD", "ABOCD", [[0, 7, "0", 2]]);
    const number = mrz.fields.find(({ name }) => name === "document_number")!;
    expect(number.value).toBe("AB0CD12E3");
    expect(number.confidence).toBeCloseTo(0.99 * Math.exp(-2));
  });

  const right = [0, 7, "0", 2] as const;
  it.each([
    ["in optional data that only the composite covers", "KN0M6", "KNOM6", [[0, 17, "0", 2] as const], 1],
    ["together with another one", "AB0CD12", "ABOCD17", [right, [0, 11, "2", 1.5] as const], 2],
    [
      "once, whatever else was likelier at its place",
      "AB0CD",
      "ABOCD",
      [[0, 7, "Q", 0.5] as const, right],
      1,
    ],
    [
      "where the other text that fits is much less likely",
      "AB0CD",
      "ABOCD",
      [right, [0, 7, "A", 4.5] as const],
      1,
    ],
  ])("is corrected %s", (_, from, to, others, repairs) => {
    const mrz = misread(from, to, others);
    expect(texts(mrz)).toEqual(printed);
    expect(mrz.repairs).toHaveLength(repairs);
  });

  it.each([
    ["the right one is too unlikely", [[0, 7, "0", 6.5] as const]],
    // Ten apart in value, so that no check digit distinguishes them.
    ["another text fits about as well: nothing is invented", [right, [0, 7, "A", 3] as const]],
  ])("stays as it was read if %s", (_, others) => {
    const mrz = misread("AB0CD", "ABOCD", others);
    expect(texts(mrz)[0]).toContain("ABOCD");
    expect(mrz.repairs).toEqual([]);
  });
});

it("changes nothing in an MRZ whose checks hold, whatever else was likely", () => {
  const mrz = misread("AB0CD", "AB0CD", [[0, 7, "O", 0.1]]);
  expect([texts(mrz), mrz.repairs]).toEqual([printed, []]);
});
