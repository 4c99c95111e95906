import { describe, expect, it } from "vitest";
import {
  containsWithoutMarks,
  isShortFor,
  isSpellingWithoutMarks,
  respaced,
} from "#edge/verdicts/text/names.ts";

describe("an MRZ's name is short for a printed one", () => {
  // ZsBT/mrz-java#27; ICAO Doc 9303-3, 4.6 and its examples.
  it.each([
    ["D P", "DELPHINE PERSEPHONE"],
    ["ALDERTHWAITE BROOKMEADOW CHESTERL", "Alderthwaite Brookmeadow Chesterling"],
    ["DELPHINE PERS", "DELPHINEPERSEPHONE"],
    ["D P", "DELPHINEPERSEPHONE"],
    ["G MA", "GUNNEL MARGARETA"],
    ["MA", "MARGARIDA ISABEL CONCEICAO"],
    ["BENNELONG WOOLOOMOOLOO WARRANDYTE W", "BENNELONG WOOLOOMOOLOO WARRANDYTE WARNAMBOOL"],
    ["NILAVADHANANANDA", "NILAVADHANANANDA-KRASUANG"],
    ["GUENTHE", "GÜNTHER JÖRG"],
    ["GUENTHE", "GUNTHER JORG"],
    ["OBRIEN M", "O'BRIEN MURPHY"],
  ])("%s: %s", (mrz, printed) => {
    expect(isShortFor(mrz, printed)).toBe(true);
  });

  it.each([
    ["D P", "DANIEL OLOF"],
    ["D P", "PERSEPHONE DELPHINE"],
    ["D P", "ADELPHINE PERSEPHONE"],
    ["D P", "ADELPHINEPERSEPHONE"],
    ["G MA", "SVEN MARGARETA"],
    ["G MA", "GUNNEL HARGARETA"],
    ["ALDERTHWAITE BROOKMEADOW CHESTERL", "ALDERTHWAITE BROOKMEADON CHESTERLING"],
    ["DELPHINE PERS", "DELPHINE"],
    ["MA", "AMANDA"],
    ["ANNA MARIA", "ANNA MARIA"],
    ["", "ANNA"],
  ])("but %s is not for %s", (mrz, printed) => {
    expect(isShortFor(mrz, printed)).toBe(false);
  });
});

describe("a name whose marks the reader does not write", () => {
  // Digitaler Impfnachweis, covpass-android#198: Ü as UE on one paper and U on another.
  it.each([
    ["MUELLER LUEDENSCHEIDT", "MULLER-LUDENSCHEIDT"],
    ["JOERG", "Jorg"],
    ["AASE", "ASE"],
    ["MUNXXOZ", "MUNOZ"],
    ["KAERNTNER", "KÄRNTNER"],
    ["GROSSMANN", "GroBmann"],
  ])("is the MRZ's: %s, %s", (mrz, printed) => {
    expect(isSpellingWithoutMarks(mrz, printed)).toBe(true);
  });

  it.each([
    ["MUELLER", "MILLER"],
    ["MULLER", "MUELLER"],
    ["MUELLER", "MULLEN"],
    ["JOERG", "JERG"],
    ["THORSTEIN", "PORSTEIN"],
    ["GROSSMANN", "GROHMANN"],
  ])("is not if another letter differs: %s, %s", (mrz, printed) => {
    expect(isSpellingWithoutMarks(mrz, printed)).toBe(false);
  });

  it("is found within a line", () => {
    expect(containsWithoutMarks("HERRJURGENMULLER", "MUELLER")).toBe(true);
    expect(containsWithoutMarks("HERRJURGENMILLER", "MUELLER")).toBe(false);
  });
});

describe("the spaces that the recogniser lost", () => {
  // PaddlePaddle/PaddleOCR#16231.
  it.each([
    ["ANNAMARIA", "ANNA MARIA", "ANNA MARIA"],
    ["AnnaMaria LINDQVIST", "ANNA MARIA LINDQVIST", "Anna Maria LINDQVIST"],
    ["ANNA MARIALINDQVIST", "ANNA MARIA LINDQVIST", "ANNA MARIA LINDQVIST"],
    ["Anna-Maria", "ANNA MARIA", "Anna-Maria"],
    ["MüllerLüdenscheidt", "MUELLER LUEDENSCHEIDT", "Müller Lüdenscheidt"],
    ["DELPHINEPERSEPHONE", "DELPHINE PERS", "DELPHINE PERSEPHONE"],
    ["DELPHINEPERSEPHONE", "D P", "DELPHINEPERSEPHONE"],
    ["SVENSSON", "ANNA MARIA", "SVENSSON"],
  ])("%s: come back from %s if one place is possible: %s", (printed, mrz, expected) => {
    expect(respaced(printed, mrz)).toBe(expected);
  });
});
