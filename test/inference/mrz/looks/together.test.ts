import { describe, expect, it } from "vitest";
import type { MrzLine } from "#inference/mrz/line.ts";
import { together } from "#inference/mrz/together.ts";
import { readAs, withAlternatives } from "../mrz.ts";

const look = (
  text: string,
  probability: number,
  ...others: (readonly [column: number, character: string, cost: number])[]
) =>
  withAlternatives(
    readAs([text], probability),
    others.map(([column, character, cost]) => [0, column, character, cost] as const),
  );
const [half, quarter] = [Math.log(2), Math.log(4)];

describe("two readings of a line", () => {
  const read = (one: readonly MrzLine[], other: readonly MrzLine[]) => together(one, other)[0]!;

  it("have the text of the surer one, whichever comes first", () => {
    const [sure, unsure] = [look("UTO", 0.99), look("UTD", 0.6)];
    expect([read(sure, unsure).text, read(unsure, sure).text]).toEqual(["UTO", "UTO"]);
  });

  it("give each character the mean of their probabilities, which is low if they differ", () => {
    const { confidences } = read(look("UTO", 1), look("UTD", 0.8, [2, "O", quarter]));
    expect(confidences).toEqual([0.9, 0.9, expect.closeTo(0.6)]);
    expect(read(look("UTO", 1), look("UTD", 0.8)).confidences[2]).toBe(0.5);
  });

  it("see one shape in a character and its look-alike", () => {
    const unsure = look("0", 0.6).map((line) => ({ ...line, shapes: [0.8] }));
    expect(read(look("O", 1), unsure).shapes).toEqual([0.9]);
    expect(read(look("O", 1), look("D", 0.8, [0, "0", quarter])).shapes[0]).toBeCloseTo(0.6);
  });

  it("keep the characters that either reading saw, at their mean probability", () => {
    const { alternatives } = read(look("A", 0.8, [0, "B", half]), look("C", 0.7));
    const odds = alternatives.map(({ character, cost }) => [character, Math.exp(-cost)]);
    expect(odds).toEqual([
      ["B", expect.closeTo(0.4 / 0.8)],
      ["C", expect.closeTo(0.7 / 0.8)],
    ]);
  });
});
