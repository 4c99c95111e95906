import { expect, it } from "vitest";
import { transliteratedWords, transliterations } from "#edge/verdicts/text/transliteration.ts";
import { pick, seededRandom } from "#lab/material/random.ts";

it.each([
  ["Müller", ["MUELLER", "MUXXLLER", "MULLER"]],
  ["Groß", ["GROSS"]],
  ["Ibáñez", ["IBANEZ", "IBANXXEZ"]],
  ["Ørsted Ærø", ["OERSTED AEROE", "ORSTED AERO"]],
  ["Łukasz Dąbrowski", ["LUKASZ DABROWSKI"]],
  ["Þóra Ðeildur", ["THORA DEILDUR"]],
  [
    "İnönü Işık",
    ["INOENUE ISIK", "INOENUXX ISIK", "INOENU ISIK", "INONUE ISIK", "INONUXX ISIK", "INONU ISIK"],
  ],
  ["Щербакова Юлия", ["SHCHERBAKOVA IULIIA", "SHCHERBAKOVA YULYIA", "SHTERBAKOVA IULIIA"]],
  ["Ђорђе Живковић", ["DORDE ZHIVKOVIC", "DORDE ZHYVKOVYC", "DORDE ZIVKOVIC"]],
  ["Ευγενία", ["ΕΥΓΕΝΙΑ"]],
  ["Strasse 12-A", ["STRASSE 12-A"]],
])("%s may be written in the MRZ as %j", (printed, spellings) => {
  expect(transliterations(printed)).toEqual(spellings);
});

it("a letter of a base and a combining mark is the same letter", () => {
  expect(transliterations("Mu\u0308ller")).toEqual(transliterations("M\u00fcller"));
});

it("writes a Ukrainian letter otherwise at the head of a word", () => {
  expect(transliterations("Єва Гриценко")).toContain("YEVA HRYTSENKO");
  expect(transliterations("Сергієнко")).toContain("SERHIIENKO");
});

it("chooses for each letter by itself: Spain keeps the dots of neither ü nor ñ", () => {
  const spellings = transliterations("Agüero Muñoz");
  for (const spelling of ["AGUERO MUNOZ", "AGUEERO MUNOZ", "AGUXXERO MUNXXOZ"])
    expect(spellings).toContain(spelling);
});

it("has 12 spellings at most: letters of too many languages get their recommended one", () => {
  expect(transliterations("Äpfel Øre Ñandú Ünal Öl Åse").length).toBeLessThanOrEqual(12);
  expect(transliterations("Ünal Öl Äpfel").length).toBe(12);
  expect(transliterations("Äpfel Øre Ñandú Ünal Öl Åse Щербакова").length).toBeLessThanOrEqual(12);
});

it("the words of all spellings are those of each spelling, whatever the text is made of", () => {
  const random = seededRandom(5);
  const characters = [..."ÄÅÖÜÑŁØß", ..."ЖХЮЯЩЄГьӁѢ", ..."ABC  -.'`0<", ..."éŉǰﬁΒ中", "\u0308", "\u0903"];
  const words = (spelling: string) => spelling.replace(/[^A-Z]+/g, " ").trim();
  for (let round = 0; round < 2_000; round++) {
    const text = Array.from({ length: Math.floor(random() * 30) }, () => pick(random, characters)).join("");
    const found = transliteratedWords(text)
      .split("|")
      .map((spelling) => spelling.trim());
    expect(new Set(found), text).toEqual(new Set(transliterations(text).map(words)));
  }
});
