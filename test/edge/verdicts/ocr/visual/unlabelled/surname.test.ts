import { describe, expect, it } from "vitest";
import type { TextLine } from "#edge/inference/port.ts";
import { mergeFields } from "#edge/verdicts/ocr/fields.ts";
import { line, reading } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const namesOf = (...lines: readonly TextLine[]) => {
  const title = [line("IDENTITY CARD", 20, 40), line("Sex", 300), line("F", 324)];
  const fields = mergeFields(reading({ mrz: null, lines: [...title, ...lines] }), NOW);
  const { last_name, full_name } = fields;
  return { last_name: last_name?.value, full_name: full_name?.value, confidence: last_name?.confidence };
};
const NONE = { last_name: undefined, full_name: undefined, confidence: undefined };
const given = [line("Given names", 160), line("ANNA", 184)];

describe("a surname whose label was not read, on a document without an MRZ", () => {
  it("is the name right over the label of the given names, with a confidence of 0.5", () => {
    expect(namesOf(line("ERIKSSON", 136), ...given)).toEqual({
      last_name: "ERIKSSON",
      full_name: "ANNA ERIKSSON",
      confidence: 0.5,
    });
  });

  it.each<[string, TextLine]>([
    ["no name", line("P88833121", 136)],
    ["a country", line("SVERIGE", 136)],
    ["in another column", line("ERIKSSON", 136, 270)],
    ["a title, higher than the given names", { ...line("ERIKSSON", 136), place: [300, 130, 96, 28] }],
    ["a label", line("Nationality", 136)],
  ])("is not what stands there if it is %s", (_, over) => {
    expect(namesOf(over, ...given)).toEqual(NONE);
  });

  it("is not inferred if a label of a name stands elsewhere", () => {
    expect(namesOf(line("ERIKSSON", 136), ...given, line("Surname", 240, 900)).last_name).toBeUndefined();
  });

  it("is not inferred if the given names stand elsewhere", () => {
    const beside = [line("Given names", 160), line("ANNA", 160, 460)];
    expect(namesOf(line("ERIKSSON", 136), ...beside)).toEqual(NONE);
  });
});
