import { expect, it } from "vitest";
import { transliterations } from "../../../edge/verdicts/transliteration.ts";

it.each([
  ["Müller", ["MUELLER", "MUXXLLER", "MULLER"]],
  ["Groß", ["GROSS"]],
  ["Ibáñez", ["IBANEZ", "IBANXXEZ"]],
  ["Ørsted Ærø", ["OERSTED AEROE", "ORSTED AERO"]],
  ["Łukasz Dąbrowski", ["LUKASZ DABROWSKI"]],
  ["Þóra Ðeildur", ["THORA DEILDUR"]],
  ["İnönü", ["INOENUE", "INONUXX", "INONU"]],
  ["Щербакова Юлия", ["SHCHERBAKOVA IULIIA"]],
  ["Strasse 12-A", ["STRASSE 12-A"]],
])("%s may stand in the zone as %j", (printed, spellings) => {
  expect(transliterations(printed)).toEqual(spellings);
});

it("a letter of a base and a combining mark is the same letter", () => {
  expect(transliterations("Mu\u0308ller")).toEqual(transliterations("M\u00fcller"));
});
