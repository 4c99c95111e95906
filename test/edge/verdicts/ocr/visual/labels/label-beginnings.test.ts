import { describe, expect, it } from "vitest";
import { mergeFields } from "#edge/verdicts/ocr/fields.ts";
import { cutLabel, isLikeLabel } from "#edge/verdicts/ocr/visual/labels/label-beginnings.ts";
import { line, reading } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);

it("what is cut off a label's beginning, or misread, is like one; towns are not", () => {
  const cut = ["Luigar de nacim", "Data de nascimen", "Nationaty", "Nacionali"];
  expect(cut.filter((text) => !isLikeLabel(text))).toEqual([]);
  expect(isLikeLabel("Luigar de nacim", ["place_of_birth"])).toBe(true);
  expect(isLikeLabel("Data de nascimen", ["place_of_birth"])).toBe(false);
  const towns = Intl.supportedValuesOf("timeZone").map((mrz) => mrz.split("/").at(-1)!);
  expect(new Set(towns.filter((town) => isLikeLabel(town)))).toEqual(new Set(["Khartoum"]));
});

it("a misread label is no place of birth and no address, though it stands where one does", () => {
  const lines = [line("Place of birth", 100), line("Nationaty", 124), line("Morada Domicio", 200)];
  const { place_of_birth, address } = mergeFields(reading({ mrz: null, lines }), NOW);
  expect([place_of_birth, address]).toEqual([undefined, undefined]);
});

describe("a line that is the beginning of labels", () => {
  it("is a label if they are of one kind", () => {
    expect(cutLabel("Given na")).toMatchObject({ kind: "first_name", rest: "" });
    expect(cutLabel("Date of bi")).toMatchObject({ kind: "date_of_birth", rest: "" });
  });

  it.each([
    ["of several kinds", "Date of"],
    ["too short", "Given"],
    ["less than most of a label", "Nationa"],
    ["a value", "GIVENS"],
    ["with a digit", "Given na 1"],
  ])("is none if it is %s", (_, text) => {
    expect(cutLabel(text)).toBeNull();
  });
});
