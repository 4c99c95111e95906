import { describe, expect, it } from "vitest";
import { rareLetters } from "#inference/models/ppocr-rare-letters.ts";
import { decodeGreedy, type Emissions } from "#inference/models/ppocr-recognition.ts";
import { linesOf } from "#inference/onnx/latin-characters.ts";

const CHARACTERS = ["", "A", "B", "o", "O", "ß", "é", " "];
const ALIKE = { characters: CHARACTERS, rare: rareLetters([], CHARACTERS) };

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
  const line = decodeGreedy(emissionsOf([sure(1), sure(1), sure(0), sure(1), sure(2, 0.7)]), ALIKE);
  expect(line.text).toBe("AAB");
  expect(line.confidence).toBeCloseTo((0.9 + 0.9 + 0.7) / 3);
  expect(line.certainty).toBeCloseTo(0.9 * 0.9 * 0.7);
});

it("gives a line without a character, or of spaces alone, no text and no confidence", () => {
  const empty = { text: "", confidence: 0, certainty: 0 };
  expect(decodeGreedy(emissionsOf([sure(0), sure(0)]), ALIKE)).toEqual(empty);
  expect(decodeGreedy(emissionsOf([sure(7), sure(0), sure(7)]), ALIKE)).toEqual(empty);
});

describe("a letter that the recogniser seldom saw", () => {
  const rare = rareLetters(
    [
      ["ß", "B", 0.01],
      ["Þ", "P", 0.01],
    ],
    CHARACTERS,
  );
  const read = (...rows: (readonly number[])[]) =>
    decodeGreedy(emissionsOf(rows), { characters: CHARACTERS, rare });
  const seen = (b: number, ss: number) =>
    CHARACTERS.map((each) => (each === "B" ? b : each === "ß" ? ss : 0));

  it("is read if its probability is above that which the frequent letter's print gives it", () => {
    expect(read(sure(1), seen(0.9, 0.09)).text).toBe("Aß");
    expect(read(sure(1), seen(0.999, 0.001)).text).toBe("AB");
    expect(read(sure(1), seen(0.3, 0.7)).text).toBe("Aß");
  });

  it("counts as likely as the frequent letter at the odds, so that neither is certain there", () => {
    expect(read(seen(0.98, 0.02)).certainty).toBeCloseTo(2 / 3, 1);
    expect(read(seen(0.995, 0.005)).certainty).toBeCloseTo(2 / 3, 1);
    expect(read(seen(0.9999, 0.0001)).certainty).toBeGreaterThan(0.98);
  });

  it("is one letter if only some of its steps are above the odds", () => {
    expect(read(seen(0.99, 0.001), seen(0.9, 0.1), seen(0.3, 0.7)).text).toBe("ß");
    expect(read(seen(0.9, 0.1), sure(0), seen(1, 0)).text).toBe("ßB");
  });
});
