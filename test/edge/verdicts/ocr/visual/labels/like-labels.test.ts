import { expect, it } from "vitest";
import { mergeFields } from "#edge/verdicts/ocr/fields.ts";
import { isLikeLabel } from "#edge/verdicts/ocr/visual/labels/like-labels.ts";
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
