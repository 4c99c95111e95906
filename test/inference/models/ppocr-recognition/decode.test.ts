import { expect, it } from "vitest";
import { decodeGreedy, type Emissions } from "#inference/models/ppocr-recognition.ts";
import { linesOf } from "#inference/onnx/latin-characters.ts";

const CHARACTERS = ["", "A", "B", "o", "O", "《", "é", " "];

/** One row of probabilities a step. */
const emissionsOf = (rows: readonly (readonly number[])[]): Emissions => ({
  steps: rows.length,
  classes: CHARACTERS.length,
  data: Float32Array.from(rows.flat()),
});
const sure = (c: number, p = 0.9) => CHARACTERS.map((_, i) => (i === c ? p : (1 - p) / 7));

it("keeps a dictionary's lines as they are, the space among them", () => {
  const read = (content: string) => linesOf(Buffer.from(content));
  expect(read("a\n \nb\n")).toEqual(["a", " ", "b"]);
  expect(read("a\r\nb")).toEqual(["a", "b"]);
});

it("merges repeated steps, drops blanks, and gives the characters' mean probability and their product", () => {
  const line = decodeGreedy(emissionsOf([sure(1), sure(1), sure(0), sure(1), sure(2, 0.7)]), CHARACTERS);
  expect(line.text).toBe("AAB");
  expect(line.confidence).toBeCloseTo((0.9 + 0.9 + 0.7) / 3);
  expect(line.certainty).toBeCloseTo(0.9 * 0.9 * 0.7);
});

it("gives a line without a character, or of spaces alone, no text and no confidence", () => {
  const empty = { text: "", confidence: 0, certainty: 0 };
  expect(decodeGreedy(emissionsOf([sure(0), sure(0)]), CHARACTERS)).toEqual(empty);
  expect(decodeGreedy(emissionsOf([sure(7), sure(0), sure(7)]), CHARACTERS)).toEqual(empty);
});
