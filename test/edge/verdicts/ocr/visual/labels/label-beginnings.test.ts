import { describe, expect, it } from "vitest";
import { mergeFields } from "#edge/verdicts/ocr/fields.ts";
import { isLikeLabel, nearLabel } from "#edge/verdicts/ocr/visual/labels/label-beginnings.ts";
import { LANGUAGES } from "#edge/verdicts/text/label-table.ts";
import { inventRecordedHolder } from "#lab/material/documents/recorded/holders.ts";
import { seededRandom } from "#lab/material/random.ts";
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

describe("a line that is part of a label, or a misread one", () => {
  it.each([
    ["cut off behind", "Given na", "first_name"],
    ["cut off behind", "Date of bi", "date_of_birth"],
    ["cut off in front", "ment number", "document_number"],
    ["cut off in front", "ionality", "nationality"],
    ["with a misread letter", "m / Cate of issue", "date_of_issue"],
    ["cut off and misread", "Numiu tad dokument / Document", "document_number"],
    ["whose slash was read as a letter", "SERINOIDOCUMENT NUMBER", "document_number"],
    ["whose slash was read as a letter", "RÉAMHAINMIGIVEN NAMES", "first_name"],
  ])("is a label: %s, %s", (_, text, kind) => {
    expect(nearLabel(text)).toMatchObject({ kind, rest: "" });
  });

  it.each([
    ["of several kinds", "Date of"],
    ["too short", "Given"],
    ["less than most of a label", "Nationa"],
    ["a value", "GIVENS"],
    ["with a digit", "Given na 1"],
    ["misread in more than a fifth of its letters", "Numero dz docubenka"],
    ["another person's", "Child's given names"],
    ["translations of different meaning", "Surname / Given names"],
  ])("is none if it is %s", (_, text) => {
    expect(nearLabel(text)).toBeNull();
  });

  it("is no town, and no name", () => {
    const towns = Intl.supportedValuesOf("timeZone").map((zone) => zone.split("/").at(-1)!);
    const names = LANGUAGES.flatMap((language) =>
      Array.from({ length: 20 }, (_, seed) => inventRecordedHolder(seededRandom(seed), [language])),
    ).flatMap(({ surname, givenNames, town }) => [surname, givenNames, town]);
    expect([...towns, ...names].filter((text) => nearLabel(text) !== null)).toEqual([]);
  });
});
