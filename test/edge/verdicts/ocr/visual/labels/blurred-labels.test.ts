import { describe, expect, it } from "vitest";
import { mergeFields } from "#edge/verdicts/ocr/fields.ts";
import { blurredLabel, cutLabel, isLikeLabel } from "#edge/verdicts/ocr/visual/labels/blurred-labels.ts";
import { matchLabel } from "#edge/verdicts/ocr/visual/labels/labels.ts";
import { line, reading } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);

describe("a line of which the reader was not sure", () => {
  it.each([
    ["Leudeniisuance", "place_of_birth"],
    ["Lubgo di nasota", "place_of_birth"],
    ["LOatede deivrance", "date_of_issue"],
    ["Persorial No.", "personal_number"],
  ] as const)("is the label that it is most like: %s", (text, kind) => {
    expect(matchLabel(text)).toBeNull();
    expect(blurredLabel(text)).toMatchObject({ kind, rest: "" });
  });

  it.each([
    ["another kind's label is nearly as like it", "Latu de naissance"],
    ["it is short", "Aoresy"],
    ["it is a value", "PORT ELISE NORTHAVEN"],
    ["it has more than the label", "Leudeniisuance PORT ELISE"],
  ])("is no label if %s", (_, text) => {
    expect(blurredLabel(text)).toBeNull();
  });
});

it("a label that the reader doubts may be misread further than one of which it is sure", () => {
  const birth = (confidence: number) =>
    mergeFields(
      reading({ mrz: null, lines: [line("Leudeniisuance", 100, 300, confidence), line("BREMEL", 124)] }),
      NOW,
    ).place_of_birth?.value;
  expect([birth(0.7), birth(0.95)]).toEqual(["BREMEL", undefined]);
});

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
