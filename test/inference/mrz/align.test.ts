import fc from "fast-check";
import { expect, it } from "vitest";
import { alignLine } from "#inference/mrz/align.ts";
import { ALPHABET, BLANK, CLASSES, type MrzEmissions, spellFreely } from "#inference/mrz/emissions.ts";
import type { CharacterSet } from "#inference/mrz/formats.ts";

/** Emissions with the given probabilities at each step; the rest is the blank's. */
function emissionsOf(steps: readonly Readonly<Record<string, number>>[]): MrzEmissions {
  const data = new Float32Array(steps.length * CLASSES);
  steps.forEach((step, t) => {
    let rest = 1;
    for (const [character, probability] of Object.entries(step)) {
      data[t * CLASSES + ALPHABET.indexOf(character)] = probability;
      rest -= probability;
    }
    data[t * CLASSES + BLANK] = rest;
  });
  return { steps: steps.length, data };
}

/** A clear reading: a step for each character, and one without any after it. */
const spelled = (text: string) => emissionsOf([...text].flatMap((character) => [{ [character]: 0.9 }, {}]));
const any = (length: number) => Array<CharacterSet>(length).fill("any");

it("spells what was read clearly, repeats included", () => {
  const texts = fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 1, maxLength: 44 });
  fc.assert(
    fc.property(texts, (text) => {
      const line = alignLine(spelled(text), any(text.length))!;
      expect(line.text).toBe(text);
      expect(Math.min(...line.confidences)).toBeCloseTo(0.9);
      expect(line.logProbability).toBeCloseTo(line.freeLogProbability);
    }),
    { numRuns: 30 },
  );
});

it("takes two steps of one character for one character, unless a blank parts them", () => {
  const apart = alignLine(emissionsOf([{ A: 0.9 }, {}, { A: 0.9 }]), any(2))!;
  expect([apart.text, Math.min(...apart.confidences)]).toEqual(["AA", expect.closeTo(0.9)]);
  const joined = alignLine(emissionsOf([{ A: 0.9 }, { A: 0.9 }]), any(2))!;
  expect(Math.min(...joined.confidences)).toBeLessThan(0.1);
});

it("fills the fixed length with the best evidence, and reports how weak it was", () => {
  const faint = emissionsOf([{ A: 0.9 }, { "<": 0.9 }, {}, { "<": 0.05 }, {}, { "<": 0.9 }, { B: 0.9 }]);
  const line = alignLine(faint, any(5))!;
  expect(line.text).toBe("A<<<B");
  expect(Math.min(...line.confidences)).toBeLessThan(0.1);
  expect(line.logProbability).toBeLessThan(line.freeLogProbability - 2);
});

it("chooses only what the position allows", () => {
  const line = alignLine(emissionsOf([{ O: 0.9, "0": 0.08 }, {}, { O: 0.9, "0": 0.08 }]), [
    "digits",
    "letters",
  ])!;
  expect(line.text).toBe("0O");
});

it("reads a plain 0 among letters as an O, and the reverse, and returns other digits there as printed", () => {
  const read = (seen: string, set: CharacterSet) => alignLine(emissionsOf([{ [seen]: 0.999 }]), [set])!;
  expect(["letters", "any"].map((set) => read("0", set as CharacterSet).text)).toEqual(["O", "0"]);
  expect(read("O", "digits")).toMatchObject({ text: "0", shapes: [expect.closeTo(0.999)] });
  expect(["1", "7"].map((seen) => read(seen, "letters").text)).toEqual(["1", "7"]);
});

it("counts a look-alike that the position rules out as the character itself", () => {
  const line = alignLine(emissionsOf([{ O: 0.9, "0": 0.08 }, {}, { O: 0.9, "0": 0.08 }]), ["digits", "any"])!;
  expect(line.confidences[0]).toBeCloseTo(0.98);
  expect(line.confidences[1]).toBeCloseTo(0.9);
  expect(line.shapes[1]).toBeCloseTo(0.98);
});

it("the alignment returns what is plainly printed, though it is not allowed there", () => {
  const line = alignLine(emissionsOf([{ "3": 0.97 }, { A: 0.9 }, {}, { A: 0.98 }]), [
    "letters",
    "letters",
    "digits",
  ])!;
  expect(line.text).toBe("3AA");
  expect(line.confidences).toEqual([expect.closeTo(0.97), expect.closeTo(0.9), expect.closeTo(0.98)]);
});

it("reads an unclear character, or a possible look-alike, as one that is allowed there", () => {
  const steps = [{ "3": 0.89 }, {}, { "3": 0.92, B: 0.06 }, {}, { "1": 0.99, I: 0.003 }];
  expect(alignLine(emissionsOf(steps), ["letters", "letters", "letters"])?.text).not.toMatch(/\d/);
});

it("the alignment returns the alternatives at a position, and how much less likely they are", () => {
  const line = alignLine(emissionsOf([{ "8": 0.9, B: 0.09 }, {}, { C: 0.99, "7": 0.001 }]), [
    "any",
    "letters",
  ])!;
  const odds = line.alternatives.map(({ column, character, cost }) => [column, character, Math.exp(-cost)]);
  expect(odds).toEqual([[0, "B", expect.closeTo(0.1)]]);
});

it("leaves an O for a 0 a chance that a check digit may take, however sure the reader is", () => {
  const costs = (seen: string) =>
    alignLine(emissionsOf([{ [seen]: 0.9999 }]), any(1))!.alternatives.map(({ character, cost }) => [
      character,
      cost,
    ]);
  expect(costs("O")).toEqual([["0", 2.5]]);
  expect(costs("0")).toEqual([["O", 2.5]]);
  expect(costs("B")).toEqual([]);
});

it("the alignment has no answer for fewer steps than characters", () => {
  expect(alignLine(spelled("AB"), any(5))).toBeUndefined();
});

it("spells what the image alone shows, whatever the format, and how likely that is", () => {
  const steps = [{ A: 0.9 }, { A: 0.9 }, {}, { A: 0.9 }, { B: 0.9 }, { C: 0.2 }];
  const { text, logProbability } = spellFreely(emissionsOf(steps));
  expect([text, Math.exp(logProbability)]).toEqual(["AAB", expect.closeTo(0.9 ** 4 * 0.8)]);
});
